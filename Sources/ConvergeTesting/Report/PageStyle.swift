// SPDX-License-Identifier: Apache-2.0

/// The style sheet of a report's page, for light and for dark.
enum PageStyle {
  static let sheet = colors + layout + tables + diagram

  private static let colors = """
    :root {
      color-scheme: light dark;
      --page: #ffffff; --ink: #1c1f24; --muted: #5b6470; --rule: #d5dae0; --panel: #f5f7f9;
      --bad: #b3261e; --badBack: #fdecea; --good: #1a6b34; --goodBack: #e6f4ea; --mark: #fff3c4;
      --lane0: #2563b8; --lane1: #b45309; --lane2: #15803d; --lane3: #8b3aa8; --lane4: #0f766e;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #15181c; --ink: #e7eaee; --muted: #a2abb7; --rule: #3a424c; --panel: #1e2329;
        --bad: #ff8a80; --badBack: #3d1f1d; --good: #7fd69a; --goodBack: #17331f; --mark: #4a3f14;
        --lane0: #7db0f5; --lane1: #f0a755; --lane2: #6fce8d; --lane3: #d29be8; --lane4: #5fcabf;
      }
    }

    """

  private static let layout = """
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; padding: 24px; max-width: 1180px; background: var(--page);
      color: var(--ink); font: 15px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif;
    }
    h1 { font-size: 24px; margin: 0 0 4px; }
    h2 { font-size: 20px; margin: 40px 0 8px; }
    h3 { font-size: 16px; margin: 24px 0 8px; }
    p { margin: 6px 0; max-width: 80ch; }
    a { color: inherit; }
    code, pre { font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", Consolas, monospace; }
    pre {
      margin: 8px 0; padding: 12px; overflow-x: auto; background: var(--panel);
      border: 1px solid var(--rule); border-radius: 6px; tab-size: 2;
    }
    .muted { color: var(--muted); }
    .scroll { overflow-x: auto; border: 1px solid var(--rule); border-radius: 6px; }
    .verdict {
      padding: 12px 16px; border-left: 6px solid; border-radius: 6px; margin: 12px 0;
      overflow-wrap: anywhere;
    }
    .verdict.bad { background: var(--badBack); border-color: var(--bad); }
    .verdict.good { background: var(--goodBack); border-color: var(--good); }
    .verdict strong { font-size: 17px; }
    .cards { display: flex; flex-wrap: wrap; gap: 12px; margin: 12px 0; padding: 0; }
    .card {
      list-style: none; padding: 8px 14px; min-width: 130px; background: var(--panel);
      border: 1px solid var(--rule); border-radius: 6px;
    }
    .card b { display: block; font-size: 20px; font-variant-numeric: tabular-nums; }
    .columns {
      display: grid; grid-template-columns: repeat(auto-fit, minmax(340px, 1fr)); gap: 24px;
    }
    dl.facts {
      display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 8px 0;
    }
    dl.facts dt { color: var(--muted); }
    dl.facts dd { margin: 0; overflow-wrap: anywhere; }
    summary { cursor: pointer; margin: 10px 0; font-weight: 600; }
    ul.legend { display: flex; flex-wrap: wrap; gap: 4px 22px; margin: 8px 0; padding: 0; }
    ul.legend li { list-style: none; display: flex; align-items: center; gap: 8px; }
    ul.legend svg { flex: none; }

    """

  private static let tables = """
    table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
    th, td {
      padding: 4px 10px; text-align: left; vertical-align: top;
      border-bottom: 1px solid var(--rule);
    }
    th { font-weight: 600; color: var(--muted); }
    tbody tr:last-child > * { border-bottom: none; }
    .states td, .states tbody th, .steps td {
      font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", Consolas, monospace; white-space: pre-wrap;
      overflow-wrap: anywhere;
    }
    .states tbody th { white-space: pre; }
    .states tr.first > * { background: var(--mark); }
    .states td.wrong { color: var(--bad); font-weight: 600; }
    .states .should { display: block; color: var(--good); font-weight: 600; }
    .states .sign { color: var(--ink); font-weight: 600; }
    .number { text-align: right; white-space: nowrap; }
    .bars th { font-weight: 400; white-space: nowrap; color: var(--ink); }
    .bars td.bar { width: 60%; }
    .bars td.bar div {
      height: 14px; margin-top: 4px; background: var(--lane0); border-radius: 2px;
    }
    .missed { color: var(--bad); font-weight: 600; }

    """

  private static let diagram = """
    svg.diagram { display: block; }
    svg text { fill: var(--ink); font: 13px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
    svg .words {
      white-space: pre; font-family: ui-monospace, "DejaVu Sans Mono", Consolas, monospace;
    }
    svg .sentence { font-weight: 600; }
    svg .shows { fill: var(--muted); }
    svg .words.verdict { fill: var(--bad); font-weight: 600; }
    svg .place { fill: var(--muted); text-anchor: end; }
    svg .caption { fill: var(--muted); font-size: 12px; }
    svg .laneName { font-weight: 700; font-size: 15px; text-anchor: middle; }
    svg .dotName { font-weight: 700; font-size: 12px; }
    svg .rowBack { fill: transparent; }
    svg .row:hover .rowBack { fill: var(--panel); }
    svg .row.failed .rowBack { fill: var(--badBack); }
    svg .lane { stroke: var(--rule); stroke-width: 3; }
    svg .exchange { stroke: var(--muted); stroke-width: 1; stroke-dasharray: 2 5; }
    svg .band { fill: var(--panel); stroke: var(--muted); stroke-dasharray: 3 4; }
    svg .bandName { fill: var(--muted); font-size: 12px; text-anchor: middle; }
    svg .arrow { stroke: var(--ink); stroke-width: 1.6; }
    svg .arrow .head { fill: var(--ink); stroke: none; }
    svg .arrow.known { stroke: var(--muted); stroke-dasharray: 7 4; }
    svg .arrow.known .head { fill: var(--muted); }
    svg .arrow.waits { stroke-dasharray: 1.5 4; stroke-linecap: round; }
    svg .arrow.merge { stroke-width: 4; stroke: var(--muted); }
    svg .arrow.merge .head { fill: var(--muted); }
    svg .dot { stroke: var(--page); stroke-width: 2; }
    svg .end { fill: var(--ink); }
    svg .end.known, svg .restart, svg .linkDown { stroke: var(--ink); stroke-width: 2.5; }
    svg .end.waits { fill: var(--page); stroke: var(--ink); stroke-width: 2.5; }
    svg .end.noted { fill: var(--page); stroke: var(--muted); stroke-width: 2; }
    svg .gap { fill: var(--page); }
    svg .verdictMark { stroke: var(--bad); stroke-width: 4; }
    svg .lane0:not(.lane) { fill: var(--lane0); }
    svg .lane1 { fill: var(--lane1); }
    svg .lane2 { fill: var(--lane2); }
    svg .lane3 { fill: var(--lane3); }
    svg .lane4 { fill: var(--lane4); }
    """
}

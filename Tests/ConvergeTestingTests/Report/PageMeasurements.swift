// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ConvergeTesting

/// What a page's layout comes to in a browser, measured by a script that a test puts in.
///
/// The page itself has no script and forbids any; so the copy that is measured also loses its
/// policy. That the page has it is another test's matter.
struct PageMeasurements {
  /// Faults found in the layout, in words.
  let faults: [String]
  /// How many elements match each selector that was asked for.
  let counts: [String: Int]

  /// The page with the measuring script in it.
  static func prepared(_ page: String, counting selectors: [String]) -> String {
    let list = selectors.map { JSONWriter.compact(.string($0)) }.joined(separator: ",")
    let code = "const selectors = [\(list)];\n\(script)"
    return page.replacing("http-equiv", with: "data-removed")
      .replacing(
        "</body>", with: "<pre id=\"measured\"></pre><script>\(code)</script></body>")
  }

  /// Reads what the script has written into the document.
  init?(document: String) {
    guard let start = document.range(of: "<pre id=\"measured\">"),
      let end = document[start.upperBound...].range(of: "</pre>")
    else { return nil }
    let text = document[start.upperBound..<end.lowerBound]
      .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    guard let json = try? JSONParser.parse(Array(text.utf8)),
      let faults = json["faults"]?.elements?.compactMap(\.text),
      case .object(let members)? = json["counts"]
    else { return nil }
    self.faults = faults
    counts = Dictionary(
      uniqueKeysWithValues: members.map { ($0.name, Int($0.value.integer ?? -1)) })
  }

  /// Has a browser measure a page, and expects no fault, no complaint and no request.
  ///
  /// - Returns: how many elements match each selector.
  static func counts(
    in page: String, isDark: Bool, _ selectors: [String]
  ) throws -> [String: Int] {
    let chromium = try #require(Chromium.installed)
    let folder = try ScratchFolder()
    let plain = try chromium.visit(page, in: folder, isDark: isDark)
    #expect(!plain.log.contains("CONSOLE"), "\(plain.log)")
    let visit = try chromium.visit(
      prepared(page, counting: selectors), in: folder, isDark: isDark)
    #expect(!visit.log.contains("CONSOLE"), "\(visit.log)")
    let measured = try #require(PageMeasurements(document: visit.document))
    #expect(measured.faults == [])
    return measured.counts
  }

  /// Labels stay on the page and apart from each other, dots sit on their lanes, nothing is blank.
  private static let script = """
    const faults = [];
    const box = element => element.getBoundingClientRect();
    const say = element => element.textContent.slice(0, 40);
    for (const svg of document.querySelectorAll("svg.diagram")) {
      const page = box(svg);
      const texts = [...svg.querySelectorAll("text")];
      for (const text of texts) {
        const at = box(text);
        if (at.width === 0) faults.push("blank: " + text.getAttribute("class"));
        if (at.left < page.left || at.right > page.right || at.top < page.top
          || at.bottom > page.bottom) faults.push("outside: " + say(text));
      }
      for (let i = 0; i < texts.length; i += 1) {
        for (let j = i + 1; j < texts.length; j += 1) {
          const a = box(texts[i]), b = box(texts[j]);
          if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 4
            && b.top < a.bottom - 4) faults.push(say(texts[i]) + " overlaps " + say(texts[j]));
        }
      }
      const lanes = [...svg.querySelectorAll("line.lane")]
        .map(lane => Number(lane.getAttribute("x1")));
      for (const dot of svg.querySelectorAll("circle.dot")) {
        const lane = Number(/lane(\\d+)/.exec(dot.getAttribute("class"))[1]);
        if (Number(dot.getAttribute("cx")) !== lanes[lane]) faults.push("a dot beside its lane");
      }
    }
    for (const element of document.querySelectorAll("h1, h2, h3, p, td, th, li, dd, text")) {
      const style = getComputedStyle(element);
      const ink = element.tagName === "text" ? style.fill : style.color;
      if (ink === getComputedStyle(document.body).backgroundColor) {
        faults.push("unreadable: " + say(element));
      }
    }
    if (document.documentElement.scrollWidth > window.innerWidth) {
      faults.push("the page scrolls sideways");
    }
    const counts = Object.fromEntries(
      selectors.map(selector => [selector, document.querySelectorAll(selector).length]));
    document.getElementById("measured").textContent = JSON.stringify({ faults, counts });
    """
}

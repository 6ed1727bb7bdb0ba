// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConvergeTesting

@Suite struct MarkupTests {
  @Test func `what comes from a run is text, wherever it stands`() {
    let hostile = "</text><script>alert('1')</script>\"&"
    let markup = Markup.element("p", [.init("title", hostile)], [.text(hostile)])
    let escaped = "&lt;/text&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp;"
    #expect(markup.string == "<p title=\"\(escaped)\">\(escaped)</p>")
  }

  @Test func `characters that disarrange a page are told by number`() {
    let markup = Markup.text("a\u{0}b\u{202e}c\u{200f}d\r\u{85}")
    #expect(markup.string == "a\\u{0}b\\u{202e}c\\u{200f}d\\u{d}\\u{85}")
  }

  @Test func `elements without content have no end`() {
    #expect(Markup.element("br", [], []).string == "<br>")
    #expect(Markup.element("td", [], []).string == "<td></td>")
  }
}

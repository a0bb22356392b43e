import Foundation
import Terminal
import TestSupport
import Testing

@testable import Pages

/// Pages with places, and what may fill them.
@Suite struct TemplateTests {
    private static let hostile = #"<i a="b" c='d'>&{{state}}"#
    private static let escaped = "&lt;i a=&quot;b&quot; c=&#39;d&#39;&gt;&amp;{{state}}"

    private func filled(_ html: String, _ value: Template.Value) throws -> String {
        let values = ["x": value, "state": value]
        return String(decoding: try Template(Array(html.utf8)).filled(values), as: UTF8.self)
    }

    @Test func `text is escaped, and is no place itself`() throws {
        let html = try filled(#"<p class="a {{x}}" id='{{x}}'>{{x}}</p>"#, .text(Self.hostile))
        let text = Self.escaped
        expectEqual(html, "<p class=\"a \(text)\" id='\(text)'>\(text)</p>")
    }

    @Test func `JSON stands in a script, and can't end it`() throws {
        let json = Array(#"{"a":"</script><!--"}"#.utf8)
        let script = #"<script type="application/json">{{state}}</script>"#
        try expectEqual(
            filled(script, .json(json)),
            #"<script type="application/json">{"a":"\u003c/script>\u003c!--"}</script>"#)
        for value in [Template.Value.text("1"), .html(Array("1".utf8))] {
            try expectEqual(filled(script, value), script.replacing("{{state}}", with: ""))
        }
    }

    @Test func `HTML stands between tags only`() throws {
        let html = Template.Value.html(Array(Self.hostile.utf8))
        try expectEqual(filled(#"<p id="{{x}}">{{x}}</p>"#, html), "<p id=\"\">\(Self.hostile)</p>")
    }

    /// A calendar's name became an attribute of its row by a page's value of the same name.
    @Test func `a page's values do not fill its rows, which are no part of it`() throws {
        let page = #"<ol>{{x}}</ol><template id="r"><li class="{{mark}}">{{y}}</template><p>{{z}}"#
        let template = try Template(Array(page.utf8))
        let row = try #require(template.row("r"))
        let rows = row.filled(["mark": .text("\""), "y": .text("<")])
        expectEqual(String(decoding: rows, as: UTF8.self), #"<li class="&quot;">&lt;"#)
        let filled = template.filled(["x": .html(rows), "mark": .text("m")])
        expectEqual(
            String(decoding: filled, as: UTF8.self), #"<ol><li class="&quot;">&lt;</ol><p>{{z}}"#)
    }

    @Test(arguments: [
        "<p {{x}}>", "<p class={{x}}>", "<{{x}} a>", "<script>let a = '{{x}}';</script>",
        "<script type=\"module\" src=\"a.js\">{{state}}</script>", "<style>a { {{x}} }</style>",
        "<script type=\"application/json\">{{x}}</script>", "<p>{{state}}</p>",
        "<p data-texts=\"{{texts}}\">", "<template id=\"r\"><li {{x}}></template>",
    ])
    func `a page is refused at the start if a place stands where nothing may fill it`(
        html: String
    ) throws {
        let folder = LiveHub.newFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder + "/odd/texts", withIntermediateDirectories: true)
        func write(_ text: String, _ name: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        // What has no texts is no page with places.
        try write(html, "index.html")
        try write("{}", "odd/texts/en.json")
        try write("<p>{{x}}</p>", "odd/index.html")
        _ = try PublicFiles(path: folder)
        try write(html, "odd/index.html")
        let error = #expect(throws: HubError.self) { try PublicFiles(path: folder) }
        #expect(error.map { "\($0)" }?.contains("The page odd/index.html can't be used") == true)
    }
}

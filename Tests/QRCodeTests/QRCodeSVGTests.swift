import Foundation
import QRCode
import Testing

@Suite struct QRCodeSVGTests {
    private static let addresses = [
        "https://a.example/", "https://tables.example/guest/?venue=linde",
    ]

    @Test(arguments: addresses)
    func `the path covers the dark modules and nothing else, four modules from each edge`(
        address: String
    ) throws {
        let code = try #require(QRCode(address))
        let svg = code.svg()
        let path = try #require(svg.firstMatch(of: #/<path d="([^"]*)"/>/#)).1
        var covered: Set<[Int]> = []
        for run in path.matches(of: #/M(\d+) (\d+)h(\d+)v1h-(\d+)z/#) {
            let (x, y, width) = (Int(run.1)!, Int(run.2)!, Int(run.3)!)
            #expect(run.3 == run.4)
            // Runs are joined: none begins where another ends.
            #expect(!covered.contains([x - 1, y]))
            for column in x..<x + width { covered.insert([column, y]) }
        }
        #expect(path.replacing(#/M\d+ \d+h\d+v1h-\d+z/#, with: "").isEmpty)
        var dark: Set<[Int]> = []
        for y in 0..<code.size {
            for x in 0..<code.size where code[x, y] { dark.insert([x + 4, y + 4]) }
        }
        #expect(covered == dark)
    }

    @Test(arguments: addresses)
    func `the drawing is a document with a light ground, of no size and without a word`(
        address: String
    ) throws {
        let code = try #require(QRCode(address))
        let side = code.size + 8
        let svg = code.svg()
        let rest = svg.replacing(#/ d="[^"]*"/#, with: "")
        #expect(
            rest == """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" \
                shape-rendering="crispEdges">\
                <rect width="\(side)" height="\(side)" fill="#fff"/><path/></svg>
                """)
    }
}

extension QRCode {
    /// The width of the light margin around the symbol, in modules (ISO/IEC 18004, 6.3.8).
    private static let quietZone = 4

    /// Returns the symbol as an SVG document: black on white, with its quiet zone, one unit per
    /// module. It has no size of its own and fills its container.
    public func svg() -> String {
        let side = size + 2 * Self.quietZone
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" \
            shape-rendering="crispEdges"><rect width="\(side)" height="\(side)" fill="#fff"/>\
            <path d="\(path)"/></svg>
            """
    }

    /// One rectangle for each run of dark modules in a row. Single modules would show gaps where
    /// their edges are not on pixel boundaries.
    private var path: String {
        var path = ""
        for y in 0..<size {
            var x = 0
            while x < size {
                let start = x
                while x < size, self[x, y] { x += 1 }
                if x > start {
                    let length = x - start
                    path += "M\(start + Self.quietZone) \(y + Self.quietZone)"
                    path += "h\(length)v1h-\(length)z"
                }
                x += 1
            }
        }
        return path
    }
}

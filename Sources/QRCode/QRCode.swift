import CQRencode

/// # The room `QRCode`
///
/// Draws a text as a QR code, by the system's libqrencode.
///
/// Every text is encoded as UTF-8 in byte mode, because readers detect UTF-8.

/// A text as a QR code: a square of dark and light modules that a camera can read.
public struct QRCode {
    /// The width of the light margin around the symbol, in modules (ISO/IEC 18004, 6.3.8).
    private static let quietZone = 4

    /// The number of modules on a side, without the quiet zone.
    private let size: Int
    private let isDark: [Bool]

    /// Creates the smallest symbol that holds `text`, of which 15 % may be unreadable. Returns
    /// `nil` if the text is too long: at most 2,331 bytes of UTF-8 fit.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let symbol = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else {
            return nil
        }
        defer { QRcode_free(symbol) }
        size = Int(symbol.pointee.width)
        // The lowest bit of each byte is the module's.
        isDark = UnsafeBufferPointer(start: symbol.pointee.data, count: size * size)
            .map { $0 & 1 == 1 }
    }

    /// Returns the symbol as an SVG document: black on white, with its quiet zone, one unit per
    /// module. The document has no fixed size and fills its container.
    public func svg() -> String {
        let side = size + 2 * Self.quietZone
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" \
            shape-rendering="crispEdges"><rect width="\(side)" height="\(side)" fill="#fff"/>\
            <path d="\(path)"/></svg>
            """
    }

    /// Returns the symbol for a terminal, line by line. Each character is two modules, one above
    /// the other. The light modules have the colour of the text, because most terminals are dark.
    public func lines() -> [String] {
        let places = -Self.quietZone..<size + Self.quietZone
        return stride(from: -Self.quietZone, to: places.upperBound, by: 2).map { y in
            places.map { x in
                switch (isLight(x, y), isLight(x, y + 1)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }.joined()
        }
    }

    private func isLight(_ x: Int, _ y: Int) -> Bool {
        let all = 0..<size
        return !(all.contains(x) && all.contains(y) && isDark[y * size + x])
    }

    /// A path with a rectangle for each run of dark modules in a row. Single modules would show
    /// gaps where their edges are not on pixel boundaries.
    private var path: String {
        var path = ""
        for y in 0..<size {
            let row = isDark[y * size..<(y + 1) * size]
            var x = row.startIndex
            while let start = row[x...].firstIndex(of: true) {
                x = row[start...].firstIndex(of: false) ?? row.endIndex
                let length = x - start
                path += "M\(start - row.startIndex + Self.quietZone) \(y + Self.quietZone)"
                path += "h\(length)v1h-\(length)z"
            }
        }
        return path
    }
}

/// # The room `QRCode`
///
/// Writes the symbols of ISO/IEC 18004:2015, whose sections are cited at their rules: model 2, all
/// versions, all four levels of correction, the best mask. The results are modules or an SVG.
///
/// Every text is encoded as UTF-8 in byte mode, because addresses contain lowercase letters. There
/// is no ECI header (7.4.2): readers detect UTF-8 by themselves, and some don't support the header.
/// Micro QR, Kanji and structured append are not supported.

/// A text as a QR code: a square of dark and light modules that a camera can read.
public struct QRCode: Sendable, Equatable {
    private let modules: ModuleGrid

    /// Creates the smallest symbol that holds `text`. Returns `nil` if the text is too long: at
    /// most 2,953 bytes of UTF-8 fit at `low`, 2,331 at `medium`, 1,663 at `quartile`, and 1,273 at
    /// `high`.
    ///
    /// - Parameter correction: How much of the symbol may be unreadable.
    public init?(_ text: String, correction: Correction = .medium) {
        let bytes = Array(text.utf8)
        let smallest = SymbolVersion.allCases.first {
            bytes.count <= $0.bytesMax(correction: correction)
        }
        guard let smallest else { return nil }
        self.init(bytes, version: smallest, correction: correction)
    }

    /// - Parameters:
    ///   - bytes: The text, which has to fit.
    ///   - mask: The mask, or `nil` for the best one (7.8.3).
    init(
        _ bytes: [UInt8], version: SymbolVersion, correction: Correction, mask: DataMask? = nil
    ) {
        var layout = SymbolLayout(version: version)
        layout.place(MessageCodewords(bytes, version: version, correction: correction))
        modules =
            if let mask {
                layout.masked(by: mask, correction: correction)
            } else {
                Self.best(
                    of: DataMask.allCases.map { layout.masked(by: $0, correction: correction) })
            }
    }

    /// The number of modules on a side, without the quiet zone.
    public var size: Int { modules.size }

    /// Whether a module is dark.
    ///
    /// - Parameters:
    ///   - x: The column, from 0 at the left to `size - 1`.
    ///   - y: The row, from 0 at the top to `size - 1`.
    public subscript(x: Int, y: Int) -> Bool { modules[x, y] }

    /// Returns the grid with the lowest penalty, the first of several.
    private static func best(of grids: [ModuleGrid]) -> ModuleGrid {
        let rated = grids.map { (grid: $0, penalty: $0.penalty) }
        return rated.min { $0.penalty < $1.penalty }!.grid
    }
}

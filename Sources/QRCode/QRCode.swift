/// A text as a QR code: a square of dark and light modules that a phone's camera reads.
///
/// # The room
/// `QRCode` writes the symbols of ISO/IEC 18004:2015, the sections of which are named where their
/// rules are kept: model 2, all versions, all four levels of correction, the best mask. It has no
/// readers and no files: what comes out is modules, or an SVG.
///
/// It encodes every text in byte mode, since an address has small letters in any case, and as
/// UTF-8. No ECI header says so (7.4.2): readers tell UTF-8 by themselves, and some of them take no
/// header. Micro QR, Kanji and structured append are not spoken here.
public struct QRCode: Sendable, Equatable {
    private let modules: ModuleGrid

    /// The smallest symbol that holds `text`.
    /// - Parameter correction: how much of the symbol may be lost.
    /// - Returns: nil when the text is too long: 2,331 bytes of UTF-8 fit at `medium`, 2,953 at
    ///   `low`, 1,663 at `quartile`, 1,273 at `high`.
    public init?(_ text: String, correction: Correction = .medium) {
        let bytes = Array(text.utf8)
        let smallest = SymbolVersion.allCases.first {
            bytes.count <= $0.bytesMax(correction: correction)
        }
        guard let smallest else { return nil }
        self.init(bytes, version: smallest, correction: correction)
    }

    /// - Parameters:
    ///   - bytes: no more than fit.
    ///   - mask: the one that the symbol reads best with (7.8.3), where it is nil.
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

    /// How many modules a side has, without the quiet zone around them.
    public var size: Int { modules.size }

    /// Whether a module is dark.
    /// - Parameters:
    ///   - x: the column, from 0 at the left to `size - 1`.
    ///   - y: the row, from 0 at the top to `size - 1`.
    public subscript(x: Int, y: Int) -> Bool { modules[x, y] }

    /// The grid with the least penalty, the first of several.
    private static func best(of grids: [ModuleGrid]) -> ModuleGrid {
        let rated = grids.map { (grid: $0, penalty: $0.penalty) }
        return rated.min { $0.penalty < $1.penalty }!.grid
    }
}

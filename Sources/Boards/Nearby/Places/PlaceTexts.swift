import BoardKit
import Foundation

/// The folded names and cuisines of places, for filters and for sorting by name.
struct PlaceTexts: Sendable {
    /// The name and the cuisines of each place, each followed by a byte that no text contains.
    private var bytes: [UInt8] = []
    private var starts: [UInt32] = [0]

    private static let end: UInt8 = 0x0A

    mutating func append(_ place: Place) {
        for text in [place.name] + place.cuisine {
            bytes += FoldedText.foldWords(text).utf8
            bytes.append(Self.end)
        }
        starts.append(UInt32(bytes.count))
    }

    /// Whether a name or a cuisine contains a folded text.
    func contains(_ text: String, row: Int) -> Bool { find(Array(text.utf8), row: row) }

    /// - Parameter cuisine: a whole cuisine, folded.
    func hasCuisine(_ cuisine: String, row: Int) -> Bool {
        find([Self.end] + Array(cuisine.utf8) + [Self.end], row: row)
    }

    /// Returns the name in the form by which names are sorted.
    func name(row: Int) -> ArraySlice<UInt8> {
        bytes[Int(starts[row])..<Int(starts[row + 1])].prefix { $0 != Self.end }
    }

    /// Returns the first eight bytes of the name as a number, which is faster to compare.
    func beginning(row: Int) -> UInt64 {
        let name = name(row: row).prefix(8)
        let number = name.reduce(0) { $0 << 8 | UInt64($1) }
        return number << UInt64(8 * (8 - name.count))
    }

    private func find(_ text: [UInt8], row: Int) -> Bool {
        bytes.withUnsafeBytes { bytes in
            UnsafeRawBufferPointer(rebasing: bytes[Int(starts[row])..<Int(starts[row + 1])])
                .firstOffset(of: text, from: 0) != nil
        }
    }
}

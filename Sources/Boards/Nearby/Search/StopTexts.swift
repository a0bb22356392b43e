/// The folded names and towns of stops, for comparing a text of several words.
struct StopTexts: Sendable {
    enum Where { case name, town }

    /// How well a stop is found, the best first.
    enum Rank: Int, CaseIterable { case nameBegins, wordBegins, other }

    /// For each stop the name as it is shown, the name of the file if it differs, the aliases, and
    /// the town, each after a byte that no text has.
    private var bytes: [UInt8] = []
    private var starts: [UInt32] = [0]
    private var townStarts: [UInt32] = []

    private static let beforeName: UInt8 = 0x0A
    private static let beforeOther: UInt8 = 0x0B
    private static let space: UInt8 = 0x20

    mutating func append(names: [String], aliases: [String], town: String?) {
        for name in names {
            bytes.append(Self.beforeName)
            bytes += name.utf8
        }
        for alias in aliases {
            bytes.append(Self.beforeOther)
            bytes += alias.utf8
        }
        townStarts.append(UInt32(bytes.count))
        if let town {
            bytes.append(Self.beforeOther)
            bytes += town.utf8
        }
        starts.append(UInt32(bytes.count))
    }

    /// Where a text is, if anywhere.
    func find(_ text: [UInt8], row: Int) -> Where? {
        bytes.withUnsafeBytes { bytes in
            let range = Int(starts[row])..<Int(starts[row + 1])
            let stop = UnsafeRawBufferPointer(rebasing: bytes[range])
            guard let offset = stop.firstOffset(of: text, from: 0) else { return nil }
            return range.lowerBound + offset < Int(townStarts[row]) ? .name : .town
        }
    }

    /// - Parameter text: without the space of a beginning.
    func rank(_ text: [UInt8], row: Int) -> Rank {
        bytes.withUnsafeBytes { bytes in
            let stop = UnsafeRawBufferPointer(
                rebasing: bytes[Int(starts[row])..<Int(starts[row + 1])])
            var rank = Rank.other
            var offset = 0
            while let found = stop.firstOffset(of: text, from: offset) {
                let before = stop[found - 1]
                if before == Self.beforeName { return .nameBegins }
                if before <= Self.space { rank = .wordBegins }
                offset = found + 1
            }
            return rank
        }
    }
}

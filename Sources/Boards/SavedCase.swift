import Sync

/// One of a few words, written as its position among them.
protocol SavedCase: CaseIterable, Equatable, SavedValue {}

extension SavedCase where AllCases == [Self] {
    func write(to writer: inout StateWriter) {
        writer.write(Self.allCases.firstIndex(of: self) ?? 0)
    }

    init(from reader: inout StateReader) throws(StateError) {
        let index: Int = try reader.read()
        guard Self.allCases.indices.contains(index) else {
            throw StateError("a word is none of its kind")
        }
        self = Self.allCases[index]
    }

    func isSame(as other: Self) -> Bool { self == other }
}

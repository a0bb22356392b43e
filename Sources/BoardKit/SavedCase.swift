package import Sync

/// One of a few words, written as its position among them.
package protocol SavedCase: CaseIterable, Equatable, SavedValue {}

extension SavedCase where AllCases == [Self] {
    package func write(to writer: inout StateWriter) {
        writer.write(Self.allCases.firstIndex(of: self) ?? 0)
    }

    package init(from reader: inout StateReader) throws(StateError) {
        let index: Int = try reader.read()
        guard Self.allCases.indices.contains(index) else {
            throw StateError("a word is none of its kind")
        }
        self = Self.allCases[index]
    }

    package func isSame(as other: Self) -> Bool { self == other }
}

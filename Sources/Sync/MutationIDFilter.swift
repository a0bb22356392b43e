/// A Bloom filter of the mutation ids that the journal knows.
///
/// Nearly every id is new, and a look-up in the journal takes longer than the rest of a mutation,
/// or waits for the disk. So the venue asks the journal only if this filter may contain the id. The
/// filter has layers, each four times as large as the one before. It never forgets an id, and takes
/// fewer than one new id in a hundred for a known one.
struct MutationIDFilter: Sendable {
    private struct Layer: Sendable {
        /// The number of bits is a power of two.
        var words: [UInt64]
        var idCount = 0

        var isFull: Bool { idCount >= words.count * UInt64.bitWidth / bitsPerID }
    }

    private static let bitsPerID = 16
    /// The number of bits that each id sets. With 16 bits per id, about one new id in a thousand
    /// finds all of its bits set.
    private static let probeCount: UInt64 = 6
    /// 64 ids in 128 bytes, because most venues are quiet.
    private static let firstWordCount = 16
    private static let growth = 4

    private var layers = [Layer(words: Array(repeating: 0, count: firstWordCount))]

    init() {}

    /// Whether the id may have been inserted. `false` is certain.
    func mayContain(_ id: String) -> Bool {
        let hash = Self.hash(id)
        return layers.contains { layer in
            Self.bits(of: hash, in: layer).allSatisfy { word, bit in layer.words[word] & bit != 0 }
        }
    }

    mutating func insert(_ id: String) {
        if layers[layers.count - 1].isFull {
            let count = layers[layers.count - 1].words.count * Self.growth
            layers.append(Layer(words: Array(repeating: 0, count: count)))
        }
        let last = layers.count - 1
        for (word, bit) in Self.bits(of: Self.hash(id), in: layers[last]) {
            layers[last].words[word] |= bit
        }
        layers[last].idCount += 1
    }

    /// The bits that an id sets, by double hashing.
    private static func bits(
        of hash: UInt64, in layer: Layer
    ) -> some Sequence<(word: Int, bit: UInt64)> {
        let bitMask = UInt64(layer.words.count * UInt64.bitWidth - 1)
        // Odd, so that the steps reach every bit before one repeats.
        let step = (hash >> 32) | 1
        return (0..<probeCount).lazy.map { probe in
            let bit = (hash &+ probe &* step) & bitMask
            return (Int(bit / 64), 1 << (bit % 64))
        }
    }

    /// FNV-1a with the last step of MurmurHash3. Snapshots contain the filter, so the hash must be
    /// the same in every process; Swift's own is not.
    private static func hash(_ id: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        return hash ^ (hash >> 33)
    }
}

extension MutationIDFilter {
    func write(to writer: inout StateWriter) {
        writer.write(layers.count)
        for layer in layers {
            writer.write(layer.idCount)
            for word in layer.words { writer.writeFixed(Int(bitPattern: UInt(word))) }
        }
    }

    init(from reader: inout StateReader) throws(StateError) {
        layers = []
        var wordCount = Self.firstWordCount
        for _ in 0..<(try reader.readCount()) {
            // No capacity is reserved: a damaged file may claim any number of words.
            var layer = Layer(words: [], idCount: try reader.read())
            for _ in 0..<wordCount {
                layer.words.append(UInt64(UInt(bitPattern: try reader.readFixed())))
            }
            layers.append(layer)
            wordCount *= Self.growth
        }
        guard !layers.isEmpty else { throw StateError("the known mutation ids are missing") }
    }
}

/// Which ids of mutations the journal may know.
///
/// Nearly every id is a new one, and to look for it in the journal takes longer than all the rest of a
/// mutation, or waits for the disk. So the journal is asked only where this says that it may know: a
/// Bloom filter in layers, each four times as large as the one before, that never forgets an id and
/// mistakes a new one for a known one less than once in a hundred times.
struct KnownMutations: Sendable {
    private struct Layer: Sendable {
        /// A power of two of bits in all.
        var words: [UInt64]
        var idCount = 0

        var isFull: Bool { idCount >= words.count * UInt64.bitWidth / bitsPerID }
    }

    private static let bitsPerID = 16
    /// How many bits of a layer an id sets: at 16 bits for each id, it finds all of them set by others
    /// once in a thousand times.
    private static let probeCount: UInt64 = 6
    /// 64 ids in 128 bytes: most venues are quiet.
    private static let firstWordCount = 16
    private static let growth = 4

    private var layers = [Layer(words: Array(repeating: 0, count: firstWordCount))]

    init() {}

    /// Whether the id may have been inserted; `false` is certain.
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
        // Odd, so that the steps come by every bit before one comes again.
        let step = (hash >> 32) | 1
        return (0..<probeCount).lazy.map { probe in
            let bit = (hash &+ probe &* step) & bitMask
            return (Int(bit / 64), 1 << (bit % 64))
        }
    }

    /// FNV-1a with the last step of MurmurHash3 to spread it: snapshots hold what it made, so it is
    /// the same in every process, which Swift's own is not.
    private static func hash(_ id: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        return hash ^ (hash >> 33)
    }
}

extension KnownMutations {
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
            // The words of a damaged file's layer end with the file.
            var layer = Layer(words: [], idCount: try reader.read())
            for _ in 0..<wordCount {
                layer.words.append(UInt64(UInt(bitPattern: try reader.readFixed())))
            }
            layers.append(layer)
            wordCount *= Self.growth
        }
        guard !layers.isEmpty else { throw StateError("the known mutations are missing") }
    }
}

/// A Bloom filter of the mutation ids that the journal knows.
///
/// Nearly every id is new, and a look-up in the journal takes longer than the rest of a mutation,
/// or waits for the disk. So the venue asks the journal only if this filter may contain the id. The
/// filter has layers, each four times as large as the one before. It never forgets an id, and takes
/// fewer than one new id in a hundred for a known one.
struct MutationIDFilter: Sendable {
    private struct Layer: Sendable {
        /// The number of words is a power of two.
        var words: [UInt64]
        var idCount = 0

        var isFull: Bool { idCount >= words.count * UInt64.bitWidth / bitsPerID }

        /// The place of an id's first word.
        private func block(of hash: UInt64) -> Int {
            Int(truncatingIfNeeded: hash) & (words.count - 1) & ~(wordsPerBlock - 1)
        }

        func contains(_ hash: UInt64) -> Bool {
            let block = block(of: hash)
            var places = MutationIDFilter.places(of: hash)
            for _ in 0..<probeCount {
                let place = Int(places & placeMask)
                if words[block + place / 64] & (1 << (place % 64)) == 0 { return false }
                places >>= placeBits
            }
            return true
        }

        mutating func insert(_ hash: UInt64) {
            let block = block(of: hash)
            var places = MutationIDFilter.places(of: hash)
            for _ in 0..<probeCount {
                let place = Int(places & placeMask)
                words[block + place / 64] |= 1 << (place % 64)
                places >>= placeBits
            }
            idCount += 1
        }
    }

    private static let bitsPerID = 16
    /// The number of bits that each id sets. With 16 bits per id, about three new ids in a thousand
    /// find all of their bits set.
    private static let probeCount = 6
    /// All bits of an id are within 64 bytes, so that a check reads memory once.
    private static let wordsPerBlock = 8
    /// The bits of a number below 512, the number of bits in a block.
    private static let placeBits: UInt64 = 9
    private static let placeMask: UInt64 = 511
    /// 64 ids in 128 bytes, because most venues are quiet.
    private static let firstWordCount = 16
    private static let growth = 4

    private var layers = [Layer(words: Array(repeating: 0, count: firstWordCount))]

    init() {}

    /// Returns whether the id may have been inserted. `false` is certain.
    func mayContain(_ id: String) -> Bool {
        let hash = Self.hash(id)
        for index in layers.indices where layers[index].contains(hash) { return true }
        return false
    }

    mutating func insert(_ id: String) {
        if layers[layers.count - 1].isFull {
            let count = layers[layers.count - 1].words.count * Self.growth
            layers.append(Layer(words: Array(repeating: 0, count: count)))
        }
        layers[layers.count - 1].insert(Self.hash(id))
    }

    /// The places of an id's bits in its block, one after the other, each in `placeBits` bits.
    private static func places(of hash: UInt64) -> UInt64 {
        // The low bits of the hash choose the block, so use others.
        let mixed = hash &* 0x9E37_79B9_7F4A_7C15
        return mixed ^ (mixed >> 32)
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

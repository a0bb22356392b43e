import Foundation

/// Reads the system's TZif files (RFC 9636).
enum ZoneInfoFile {
    private static let folder = "/usr/share/zoneinfo/"

    /// Reads a zone's file. Returns `nil` if the name is unknown.
    static func table(_ name: String) -> ZoneTable? {
        let isPlain = name.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                UInt8(ascii: "+"), UInt8(ascii: "/"):
                true
            default: false
            }
        }
        guard isPlain, !name.isEmpty, name.utf8.count <= 64, !name.hasPrefix("/"),
            !name.hasPrefix("posix/"), !name.hasPrefix("right/"), name != "Factory",
            name != "localtime", name != "posixrules",
            let bytes = FileManager.default.contents(atPath: folder + name)
        else { return nil }
        return table(name, Array(bytes))
    }

    static func table(_ name: String, _ bytes: [UInt8]) -> ZoneTable? {
        var reader = Reader(bytes: bytes)
        // The first block has 32-bit times. The second repeats everything with 64-bit times.
        guard let first = reader.header(), reader.skip(first.bytes(perTime: 4)),
            let header = reader.header()
        else { return nil }
        guard let times = reader.numbers(header.timeCount, bytes: 8),
            let places = reader.numbers(header.timeCount, bytes: 1),
            let kinds = reader.kinds(header.kindCount), let initial = kinds.first,
            reader.skip(header.nameBytes + header.leapCount * 12 + header.stdCount + header.utCount)
        else { return nil }
        var changes: [(at: Int64, to: Int32)] = []
        for (time, place) in zip(times, places) {
            guard kinds.indices.contains(Int(place)) else { return nil }
            // Some files begin with a time that stands for the beginning of time.
            if time < -(1 << 40) { continue }
            changes.append((time, kinds[Int(place)]))
        }
        if let rule = PosixZoneRule(reader.footer()) {
            let from = changes.last?.at ?? .min
            changes += rule.changes(years: 1970...2220).filter { $0.at > from }
        }
        return ZoneTable(name: name, definition: nil, offset: initial, changes: changes)
    }
}

private struct Header {
    let utCount, stdCount, leapCount, timeCount, kindCount, nameBytes: Int

    func bytes(perTime: Int) -> Int {
        timeCount * (perTime + 1) + kindCount * 6 + nameBytes + leapCount * (perTime + 4)
            + stdCount + utCount
    }
}

private struct Reader {
    let bytes: [UInt8]
    var place = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func skip(_ count: Int) -> Bool {
        guard count >= 0, count <= bytes.count - place else { return false }
        place += count
        return true
    }

    mutating func number(bytes count: Int) -> Int64? {
        let start = place
        guard skip(count) else { return nil }
        var number: UInt64 = 0
        for byte in bytes[start..<place] { number = number << 8 | UInt64(byte) }
        let shift = 64 - UInt64(count) * 8
        return count == 1 ? Int64(number) : Int64(bitPattern: number << shift) >> Int64(shift)
    }

    mutating func numbers(_ count: Int, bytes size: Int) -> [Int64]? {
        var numbers: [Int64] = []
        for _ in 0..<count {
            guard let number = number(bytes: size) else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    mutating func header() -> Header? {
        guard bytes.count - place >= 44, bytes[place..<place + 4].elementsEqual("TZif".utf8)
        else { return nil }
        place += 20
        guard let counts = numbers(6, bytes: 4), counts.allSatisfy({ (0...1_000_000).contains($0) })
        else { return nil }
        return Header(
            utCount: Int(counts[0]), stdCount: Int(counts[1]), leapCount: Int(counts[2]),
            timeCount: Int(counts[3]), kindCount: Int(counts[4]), nameBytes: Int(counts[5]))
    }

    /// Returns the offsets of the local time types, in seconds.
    mutating func kinds(_ count: Int) -> [Int32]? {
        var kinds: [Int32] = []
        for _ in 0..<count {
            guard let offset = number(bytes: 4), offset.magnitude < 86_400, skip(2) else {
                return nil
            }
            kinds.append(Int32(offset))
        }
        return kinds
    }

    /// Returns the rule for times after the last change, which stands between two line breaks.
    func footer() -> String {
        guard place < bytes.count, bytes[place] == 0x0A else { return "" }
        return String(decoding: bytes[(place + 1)...].prefix { $0 != 0x0A }, as: UTF8.self)
    }
}

import TestSupport
import Testing

@testable import QRCode

/// The tables of test cases that lie beside the tests' folders.
enum QRCodeVectors {
    // Once for all tests: reading them takes longer than what is tried by them.
    static let versions = Result {
        try VectorFile.load("qrcode-versions", as: [VersionVector].self)
    }
    static let formats = Result { try VectorFile.load("qrcode-formats", as: [FormatVector].self) }
}

/// What the tables of ISO/IEC 18004 say of a version: table 1, 7 and 9, annexes D and E.
struct VersionVector: Decodable, Sendable {
    struct Level: Decodable, Sendable {
        /// How many bytes a text may have.
        let bytes: Int
        let groups: [Group]
    }

    /// Blocks of equal lengths.
    struct Group: Decodable, Sendable {
        let blocks: Int
        let codewords: Int
        let data: Int
    }

    let version: Int
    let alignment: [Int]
    let codewords: Int
    let remainderBits: Int
    let information: String?
    let low: Level
    let medium: Level
    let quartile: Level
    let high: Level

    func level(_ correction: QRCode.Correction) -> Level {
        switch correction {
        case .low: low
        case .medium: medium
        case .quartile: quartile
        case .high: high
        }
    }
}

/// A row of annex C's table.
struct FormatVector: Decodable, Sendable {
    let correction: QRCode.Correction
    let mask: DataMask
    let bits: String

    private enum CodingKeys: CodingKey {
        case correction, mask, bits
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let name = try values.decode(String.self, forKey: .correction)
        correction = try #require(QRCode.Correction(named: name))
        mask = try #require(DataMask(rawValue: values.decode(UInt32.self, forKey: .mask)))
        bits = try values.decode(String.self, forKey: .bits)
    }
}

extension QRCode.Correction {
    init?(named name: String) {
        guard let level = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
        self = level
    }
}

extension UInt32 {
    /// The number that as many digits as `count` say, in base two.
    func binary(_ count: Int) -> String {
        let digits = String(self, radix: 2)
        return String(repeating: "0", count: count - digits.count) + digits
    }
}

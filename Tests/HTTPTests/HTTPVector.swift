import HTTP
import TestSupport
import Testing

/// A case of `Vectors/http-*.json`: the input and the expected events.
struct HTTPVector: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    var source: String
    var limits: [String: Int]?
    var input: [InputPart]
    var events: [String]
    var heads: [ExpectedHead]?
    /// Used for responses only.
    var method: String?
    var closed: Bool?
    var keepsAlive: Bool?

    var testDescription: String { "\(name) (\(source))" }

    var bytes: [UInt8] { input.flatMap(\.bytes) }

    var httpLimits: HTTPLimits {
        var result = HTTPLimits.standard
        let known: [(String, WritableKeyPath<HTTPLimits, Int>)] = [
            ("requestLineBytesMax", \.requestLineBytesMax), ("fieldBytesMax", \.fieldBytesMax),
            ("fieldsBytesMax", \.fieldsBytesMax), ("fieldCountMax", \.fieldCountMax),
            ("bodyBytesMax", \.bodyBytesMax), ("trailersBytesMax", \.trailersBytesMax),
            ("chunkExtensionBytesMax", \.chunkExtensionBytesMax),
        ]
        for (name, path) in known {
            if let limit = limits?[name] { result[keyPath: path] = limit }
        }
        return result
    }

    static func load(_ name: String) -> [HTTPVector] {
        struct File: Decodable {
            var vectors: [HTTPVector]
        }
        do {
            return try VectorFile.load(name, as: File.self).vectors
        } catch {
            Issue.record("\(name).json can't be read: \(error)")
            return []
        }
    }
}

/// A text whose characters are bytes, or a repetition of such a text.
enum InputPart: Decodable, Sendable {
    case text(String)
    case run(String, times: Int)

    private enum CodingKeys: String, CodingKey {
        case `repeat`
        case times
    }

    init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self = .text(text)
        } else {
            let run = try decoder.container(keyedBy: CodingKeys.self)
            self = .run(
                try run.decode(String.self, forKey: .repeat),
                times: try run.decode(Int.self, forKey: .times))
        }
    }

    var bytes: [UInt8] {
        switch self {
        case .text(let text): Latin1.bytes(text)
        case .run(let text, let times):
            Array(repeating: Latin1.bytes(text), count: times).flatMap(\.self)
        }
    }
}

/// The members of a head that a vector checks.
struct ExpectedHead: Decodable, Sendable {
    var authority: String??
    var path: String?
    var query: String??
    var minorVersion: Int?
    var keepsAlive: Bool?
    var expectsContinue: Bool?
    var hasBody: Bool?
    var fields: [[String]]?

    private enum CodingKeys: CodingKey {
        case authority
        case path
        case query
        case minorVersion
        case keepsAlive
        case expectsContinue
        case hasBody
        case fields
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        if members.contains(.authority) {
            authority = .some(try members.decode(String?.self, forKey: .authority))
        }
        if members.contains(.query) {
            query = .some(try members.decode(String?.self, forKey: .query))
        }
        path = try members.decodeIfPresent(String.self, forKey: .path)
        minorVersion = try members.decodeIfPresent(Int.self, forKey: .minorVersion)
        keepsAlive = try members.decodeIfPresent(Bool.self, forKey: .keepsAlive)
        expectsContinue = try members.decodeIfPresent(Bool.self, forKey: .expectsContinue)
        hasBody = try members.decodeIfPresent(Bool.self, forKey: .hasBody)
        fields = try members.decodeIfPresent([[String]].self, forKey: .fields)
    }
}

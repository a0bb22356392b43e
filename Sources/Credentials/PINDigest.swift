import CPlatform

/// The stored form of a PIN: scrypt (RFC 7914) with a random salt and the costs of OWASP's cheat
/// sheet for passwords. After a theft of the file, each guess costs some tenths of a second and 32
/// MiB.
package struct PINDigest {
    static let digitCounts = 4...12
    private static let costLogarithm = 15
    private static let blockSize = 8
    private static let laneCount = 3
    private static let byteCount = 32
    private static let saltByteCount = 16

    /// `$scrypt$ln=15,r=8,p=3$<salt>$<digest>`, both in hexadecimal digits.
    package let text: String

    package static func isPIN(_ text: String) -> Bool {
        digitCounts.contains(text.utf8.count)
            && text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    }

    /// Whether the PIN is among the first that people guess: the same digit repeated, or
    /// consecutive digits, up or down.
    package static func isCommon(_ pin: String) -> Bool {
        let digits = pin.utf8.map(Int.init)
        let steps = Set(zip(digits, digits.dropFirst()).map { $1 - $0 })
        return steps.count == 1 && steps.isSubset(of: [-1, 0, 1])
    }

    /// Hashes a PIN. Takes some tenths of a second, so loops must not call it. Returns `nil` if
    /// memory is exhausted.
    package init?(of pin: String) {
        var salt = [UInt8](repeating: 0, count: Self.saltByteCount)
        guard platform_random(&salt, salt.count) == 1,
            let digest = Self.digest(of: pin, salt: salt)
        else { return nil }
        text = Self.prefix + Digests.hexadecimal(salt) + "$" + Digests.hexadecimal(digest)
    }

    /// Creates the digest from its stored text.
    package init(_ text: String) { self.text = text }

    /// Whether this is the digest of the PIN. Takes as long as hashing. Returns `nil` if the stored
    /// text is malformed or memory is exhausted.
    package func matches(_ pin: String) -> Bool? {
        let parts = text.split(separator: "$")
        guard text.hasPrefix(Self.prefix), parts.count == 4,
            let salt = Self.bytes(parts[2]), salt.count == Self.saltByteCount,
            let kept = Self.bytes(parts[3]), let digest = Self.digest(of: pin, salt: salt)
        else { return nil }
        return Digests.areEqual(digest, kept)
    }

    private static let prefix = "$scrypt$ln=\(costLogarithm),r=\(blockSize),p=\(laneCount)$"

    private static func digest(of pin: String, salt: [UInt8]) -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: byteCount)
        let bytes = Array(pin.utf8)
        let isDone = platform_scrypt(
            bytes, bytes.count, salt, 1 << UInt64(costLogarithm), UInt64(blockSize),
            UInt64(laneCount),
            &digest)
        return isDone == 1 ? digest : nil
    }

    private static func bytes(_ digits: Substring) -> [UInt8]? {
        let digits = Array(digits)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(digits[start...(start + 1)]), radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        return bytes
    }
}

import CPlatform
import Glibc

/// Seals the secrets of boards with a key that is in the data folder and in no backup. Therefore
/// the database alone does not reveal them.
///
/// Uses AES-256-GCM (NIST SP 800-38D). A sealed secret consists of a version byte, a random nonce
/// of 12 bytes, the encrypted bytes and the tag of 16 bytes. Venue, board and name are
/// authenticated with it, so that it can't be moved to another place.
package struct SecretBox: Sendable {
    package static let keyBytes = 32
    private static let version: UInt8 = 1
    private static let nonceBytes = 12
    private static let tagBytes = 16

    private let key: [UInt8]

    /// Reads the key. Returns `nil` if the file does not exist.
    ///
    /// - Throws: `secretsUnreadable` if the file is not a key.
    package init?(at path: String) throws(StoreError) {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let reason = SystemError()
            if reason.code == ENOENT { return nil }
            throw .secretsUnreadable(path: path, reason: reason.text)
        }
        defer { close(descriptor) }
        // Read one byte more than a key has, to detect longer files.
        var bytes = [UInt8](repeating: 0, count: Self.keyBytes + 1)
        let count = read(descriptor, &bytes, bytes.count)
        guard count == Self.keyBytes else {
            throw .secretsUnreadable(path: path, reason: "it is not a key")
        }
        key = Array(bytes.prefix(Self.keyBytes))
    }

    /// Reads the key, or makes one, in a file that only its owner can read.
    package init(makingAt path: String) throws(StoreError) {
        if let known = try Self(at: path) {
            self = known
            return
        }
        key = try Entropy.bytes(Self.keyBytes)
        let file = try NewFile(path, replacing: false)
        try file.write(key)
        try file.finish()
    }

    /// Seals a secret.
    ///
    /// - Parameter place: the place of the secret, which opening it requires.
    package func seal(_ secret: [UInt8], for place: String) throws(StoreError) -> [UInt8] {
        let nonce = try Entropy.bytes(Self.nonceBytes)
        var sealed = [UInt8](repeating: 0, count: secret.count + Self.tagBytes)
        let place = Array(place.utf8)
        let isSealed = platform_seal(
            key, nonce, place, place.count, secret, secret.count, &sealed)
        guard isSealed == 1 else { throw .cryptography }
        return [Self.version] + nonce + sealed
    }

    /// Opens a sealed secret. Returns `nil` if it was sealed with another key or for another place,
    /// or is damaged.
    package func open(_ sealed: [UInt8], for place: String) -> [UInt8]? {
        let head = 1 + Self.nonceBytes
        guard sealed.first == Self.version, sealed.count >= head + Self.tagBytes else { return nil }
        let nonce = Array(sealed[1..<head])
        let body = Array(sealed[head...])
        var secret = [UInt8](repeating: 0, count: body.count - Self.tagBytes)
        let place = Array(place.utf8)
        guard platform_open(key, nonce, place, place.count, body, body.count, &secret) == 1 else {
            return nil
        }
        return secret
    }

    /// Opens a sealed secret with the key in a file.
    ///
    /// - Throws: `secretsUnreadable`.
    package static func open(
        _ sealed: [UInt8], for place: String, keyAt path: String
    ) throws(StoreError) -> [UInt8] {
        guard let box = try SecretBox(at: path), let secret = box.open(sealed, for: place) else {
            throw .secretsUnreadable(path: path, reason: "it is not their key")
        }
        return secret
    }

    /// Returns how many of the sealed secrets can't be opened with the key in a file.
    package static func countUnreadable(
        _ sealed: [(place: String, bytes: [UInt8])], keyAt path: String
    ) -> Int {
        let box = try? SecretBox(at: path)
        return sealed.count { box?.open($0.bytes, for: $0.place) == nil }
    }

    /// The place of a board's secret.
    package static func place(_ name: String, _ board: String, _ venue: String) -> String {
        "tablecast secret/\(venue)/\(board)/\(name)"
    }

    /// The place of an effect's sealed data.
    package static func place(ofEffect key: String) -> String { "tablecast effect/\(key)" }
}

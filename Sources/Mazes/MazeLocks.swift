import CPlatform
import Foundation

/// The locks of a maze: texts that stand for the rooms behind doors. A client has to open the lock
/// before it can enter such a room.
///
/// A lock is a room's id, encrypted with a key that takes some milliseconds to derive. Opening a
/// lock therefore has the price that the API promises, while creating one takes microseconds once
/// the maze's key is known. A lock is no secret: its key is derived from the seed, so it opens the
/// same room on every hub and after every restart.
///
/// The key is scrypt (RFC 7914) of the seed's eight hexadecimal digits, with the salt `tablecast
/// maze 1`, N = 2048, r = 8, p = 1, and 32 bytes. A lock is the base64 of 40 bytes: the first four
/// bytes of the id, its last four xor the first four of HMAC-SHA-256 of the tag, and the tag, which
/// is HMAC-SHA-256 of the id's eight bytes.
public struct MazeLocks: Sendable {
    private static let salt = Array("tablecast maze 1".utf8)
    private static let cost: UInt64 = 2048
    private static let blockSize: UInt64 = 8
    /// The length of a lock in characters.
    private static let characterCount = 56

    private let seed: UInt32
    private let key: [UInt8]

    /// Derives the key of the maze's locks. Takes about 5 ms and 2 MiB, so loops must not call it.
    public init(of code: MazeCode) { self.init(seed: code.seed) }

    private init(seed: UInt32) {
        self.seed = seed
        let password = Array(seed.hexadecimal.utf8)
        var key = [UInt8](repeating: 0, count: 32)
        let isDone = platform_scrypt(
            password, password.count, Self.salt, Self.cost, Self.blockSize, 1, &key)
        precondition(isDone == 1, "OpenSSL has no scrypt, or there is no memory")
        self.key = key
    }

    /// Returns the lock of a room, the same from all sides.
    ///
    /// - Parameter room: A room of the maze.
    public func lock(of room: MazeRoomID) -> String {
        precondition(room.code.seed == seed, "the room is in another maze")
        let tag = authenticationCode(of: Self.bytes(of: seed) + Self.bytes(of: room.shuffled))
        let masked = zip(Self.bytes(of: room.shuffled), authenticationCode(of: tag)).map { $0 ^ $1 }
        return Data(Self.bytes(of: seed) + masked + tag).base64EncodedString()
    }

    /// Returns the room that a lock opens, or `nil` for an invalid lock. Derives the key anew,
    /// which is the price of opening a lock: about 5 ms and 2 MiB, so loops must not call it.
    public static func room(openedBy lock: String) -> MazeRoomID? {
        guard lock.utf8.count == characterCount, let decoded = Data(base64Encoded: lock) else {
            return nil
        }
        let bytes = Array(decoded)
        let locks = MazeLocks(seed: number(of: bytes[..<4]))
        let mask = number(of: locks.authenticationCode(of: Array(bytes[8...])).prefix(4))
        let room = MazeRoomID(seed: locks.seed, shuffled: number(of: bytes[4..<8]) ^ mask)
        // This compares the tag and the form of the text.
        guard let room, locks.lock(of: room) == lock else { return nil }
        return room
    }

    private func authenticationCode(of bytes: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: 32)
        let isDone = platform_hmac_sha256(key, key.count, bytes, bytes.count, &code)
        precondition(isDone == 1, "OpenSSL has no HMAC")
        return code
    }

    private static func bytes(of number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func number(of bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}

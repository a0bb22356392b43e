import Glibc
import Transport

/// The world as it is.
final class SystemSurroundings: Surroundings {
    private let start = ContinuousClock.now

    func connect(
        to address: HubAddress, timeout: Duration
    ) throws(ClientError) -> any ByteStream {
        let tls = try Self.trust(in: address)
        do throws(SystemError) {
            return SocketStream(
                try ClientSocket(
                    host: address.host, port: address.port, timeout: timeout, tls: tls))
        } catch {
            throw .unreachable("\(address): \(error)")
        }
    }

    /// - Returns: `nil` for an address without TLS.
    static func trust(in address: HubAddress) throws(ClientError) -> TLSClientContext? {
        guard address.isSecure else { return nil }
        do throws(TLSError) {
            return try TLSClientContext(authoritiesPath: address.authoritiesPath)
        } catch {
            throw .unreachable("\(address): \(error)")
        }
    }

    var now: Duration { start.duration(to: .now) }

    func sleep(for duration: Duration) {
        let (seconds, attoseconds) = max(.zero, duration).components
        var time = timespec(
            tv_sec: Int(clamping: seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        nanosleep(&time, nil)
    }

    func random() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}

/// A socket as the room reads and writes it.
final class SocketStream: ByteStream {
    private static let readBytesMax = 16_384

    private let socket: ClientSocket
    private var bytesLeft: Int

    /// - Parameter bytesMax: how much of what the peer sends is taken; more is a violation.
    init(_ socket: ClientSocket, bytesMax: Int = .max) {
        self.socket = socket
        bytesLeft = bytesMax
    }

    func write(_ bytes: [UInt8]) throws(ClientError) {
        do throws(SystemError) {
            try socket.write(bytes)
        } catch {
            throw .lost("\(error)")
        }
    }

    func read(timeout: Duration) throws(ClientError) -> [UInt8]? {
        guard bytesLeft > 0 else { throw .violation("the answer is too long") }
        do throws(SystemError) {
            let bytes = try socket.read(
                max: min(Self.readBytesMax, bytesLeft), timeout: timeout)
            bytesLeft -= bytes.count
            return bytes
        } catch {
            guard error.errno == ETIMEDOUT else { throw .lost("\(error)") }
            return nil
        }
    }

    func close() { socket.close() }
}

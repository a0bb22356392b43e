import Glibc
import Time
import Transport

/// The real connections, clock and randomness.
package final class SystemSurroundings: Surroundings {
    package init() {}

    package func connect(
        to address: HubAddress, timeout: Duration
    ) throws(ClientError) -> any ByteStream {
        let tls = try address.isSecure ? trust(in: address) : nil
        do throws(SystemError) {
            return SocketStream(
                try ClientSocket(
                    host: address.host, port: address.port, timeout: timeout, tls: tls))
        } catch {
            throw .unreachable("\(address): \(error)")
        }
    }

    private func trust(in address: HubAddress) throws(ClientError) -> TLSClientContext {
        do throws(TLSError) {
            return try TLSClientContext(authoritiesPath: address.authoritiesPath)
        } catch {
            throw .unreachable("\(address): \(error)")
        }
    }

    package var now: Duration { MachineTime.monotonic }

    package func sleep(for duration: Duration) { MachineTime.sleep(for: duration) }

    package func random() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}

/// A socket as a `ByteStream`.
private final class SocketStream: ByteStream {
    private static let readBytesMax = 16_384

    private let socket: ClientSocket

    init(_ socket: ClientSocket) { self.socket = socket }

    func write(_ bytes: [UInt8]) throws(ClientError) {
        do throws(SystemError) {
            try socket.write(bytes)
        } catch {
            throw .lost("\(error)")
        }
    }

    func read(timeout: Duration) throws(ClientError) -> [UInt8]? {
        do throws(SystemError) {
            return try socket.read(max: Self.readBytesMax, timeout: timeout)
        } catch {
            guard error.errno == ETIMEDOUT else { throw .lost("\(error)") }
            return nil
        }
    }

    func close() { socket.close() }
}

import Foundation
import Glibc
import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(5)))
struct ClientSocketTests {
    @Test func `times out when the peer sends nothing`() async throws {
        let host = try await LiveHost { _, _ in }
        let client = try host.connect()
        #expect(throws: SystemError(errno: ETIMEDOUT, call: "recv")) {
            try client.read(max: 1, timeout: .milliseconds(10))
        }
    }

    @Test func `times out when the peer reads nothing`() async throws {
        let host = try await LiveHost { told, connection in
            if case .received = told { connection.pauseReading() }
        }
        let client = try ClientSocket(
            host: "127.0.0.1", port: host.port, timeout: .milliseconds(50))
        #expect(throws: SystemError(errno: ETIMEDOUT, call: "send")) {
            try client.write([UInt8](repeating: 0, count: 64 << 20))
        }
    }

    @Test func `a shutdown from another thread wakes a reader`() async throws {
        let host = try await LiveHost { _, _ in }
        let client = try host.connect()
        let (reads, continuation) = AsyncStream.makeStream(of: [UInt8]?.self)
        host.clientThread.execute { continuation.yield(try? client.read(max: 1)) }
        client.shutdown()
        var iterator = reads.makeAsyncIterator()
        #expect(await iterator.next() == .some([]))
        client.close()
        client.close()
        client.shutdown()
    }

    @Test func `a refused connection throws ECONNREFUSED`() throws {
        // A bound port without a listener. The system assigns it to no other socket meanwhile.
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { Glibc.close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        try #require(isBound)
        #expect(throws: SystemError(errno: ECONNREFUSED, call: "connect")) {
            try ClientSocket(
                host: "127.0.0.1", port: Int(UInt16(bigEndian: address.sin_port)),
                timeout: .seconds(5))
        }
    }

    @Test func `waits for blocked signals`() async {
        await #expect(processExitsWith: .success) {
            Signals.block([SIGTERM, SIGHUP])
            // Raises the signal for this thread only; the process's other threads don't block it.
            raise(SIGHUP)
            precondition(Signals.wait(for: [SIGTERM, SIGHUP]) == SIGHUP)
        }
    }

    @Test func `raises the limit of descriptors`() async {
        await #expect(processExitsWith: .success) {
            let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var limit = rlimit()
            getrlimit(kind, &limit)
            let hard = limit.rlim_max
            limit.rlim_cur = 64
            setrlimit(kind, &limit)
            precondition(DescriptorLimit.raise() == Int(clamping: hard))
        }
    }

    @Test func `the descriptor table grows before it is needed`()
        async
    {
        await #expect(processExitsWith: .success) {
            /// The size of the descriptor table (FDSize of proc_pid_status(5)).
            func tableSize() -> Int {
                let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
                let line = status?.split(separator: "\n").first { $0.hasPrefix("FDSize:") }
                return line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
            }
            // The table begins with the parent process's size.
            let wanted = min(2 * tableSize(), DescriptorLimit.raise())
            DescriptorLimit.makeRoom(for: wanted)
            precondition(tableSize() >= wanted)
            // A count above the limit is reduced to the limit.
            DescriptorLimit.makeRoom(for: .max)
        }
    }
}

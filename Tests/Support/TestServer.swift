import Foundation
import Glibc
import Locks

/// A local server that handles each request as a test wants. Each connection has its own thread,
/// which ends with the server.
public final class TestServer: Sendable {
    public struct Request: Sendable {
        /// The request line and the fields, each with its line end.
        public let head: String
        public let body: [UInt8]

        public var method: Substring { head.prefix { $0 != " " } }
        public var text: String { head + String(decoding: body, as: UTF8.self) }
        public var target: Substring { head.dropFirst(method.count + 1).prefix { $0 != " " } }
    }

    private struct State {
        var requests: [Request] = []
        var openCount = 0
        var openCountMax = 0
        var connectionCount = 0
        var peers: Set<Int32> = []
        var isStopped = false
    }

    public let port: Int
    private let state = Monitor(State())
    private let listener: Int32

    /// - Parameter answer: Answers a request, and may block. The connection is closed if it returns
    ///   `false`.
    public init(_ answer: @escaping @Sendable (Request, Peer) -> Bool) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var count = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(listener, $0, count)
                _ = listen(listener, 64)
                _ = getsockname(listener, $0, &count)
            }
        }
        self.listener = listener
        port = Int(UInt16(bigEndian: address.sin_port))
        let state = state
        Thread.detachNewThread {
            while case let peer = accept(listener, nil, nil), peer >= 0 {
                guard Self.enter(peer, state) else { continue }
                Thread.detachNewThread { Self.serve(Peer(descriptor: peer), state, answer) }
            }
            close(listener)
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        state.withValue { state in
            state.isStopped = true
            for peer in state.peers { shutdown(peer, Int32(SHUT_RDWR)) }
        }
    }

    /// The requests in the order of arrival.
    public var requests: [Request] { state.withValue { $0.requests } }

    /// The most requests that were in progress at the same time.
    public var openCountMax: Int { state.withValue { $0.openCountMax } }

    /// The number of connections so far.
    public var connectionCount: Int { state.withValue { $0.connectionCount } }

    /// Waits until this number of requests is in progress.
    public func waitUntilOpen(_ count: Int) {
        state.takeValue { $0.openCount == count ? () : nil }
    }

    private static func enter(_ peer: Int32, _ state: Monitor<State>) -> Bool {
        state.withValue { state in
            guard !state.isStopped else {
                close(peer)
                return false
            }
            state.connectionCount += 1
            state.peers.insert(peer)
            return true
        }
    }

    private static func serve(
        _ peer: Peer, _ state: Monitor<State>, _ answer: (Request, Peer) -> Bool
    ) {
        var isOpen = true
        while isOpen, let request = peer.receive() {
            state.withValue { state in
                state.requests.append(request)
                state.openCount += 1
                state.openCountMax = max(state.openCountMax, state.openCount)
            }
            isOpen = answer(request, peer)
            state.withValue { $0.openCount -= 1 }
        }
        state.withValue { state in
            state.peers.remove(peer.descriptor)
            close(peer.descriptor)
        }
    }

    public struct Peer: Sendable {
        fileprivate let descriptor: Int32

        /// - Returns: Whether everything was sent, because the peer has not left.
        @discardableResult
        public func send(_ bytes: [UInt8]) -> Bool {
            var sent = 0
            while sent < bytes.count {
                let count = bytes.withUnsafeBytes {
                    Glibc.send(
                        descriptor, $0.baseAddress! + sent, bytes.count - sent,
                        Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }

        @discardableResult
        public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

        /// Sends a whole answer.
        ///
        /// - Parameter fields: The header fields, each with its line end.
        public func answer(_ status: Int, fields: String = "", body: [UInt8] = []) -> Bool {
            let head = "HTTP/1.1 \(status) \r\n\(fields)Content-Length: \(body.count)\r\n\r\n"
            return send(Array(head.utf8) + body)
        }

        /// Waits until the peer has left. Drops everything that it sends until then.
        public func waitUntilClosed() {
            var byte: UInt8 = 0
            while recv(descriptor, &byte, 1, 0) > 0 {}
        }

        fileprivate func receive() -> Request? {
            var head = ""
            while !head.hasSuffix("\r\n\r\n") {
                guard let byte = receive(1)?.first else { return nil }
                head.unicodeScalars.append(Unicode.Scalar(byte))
            }
            let length = head.lowercased().split(separator: "\r\n")
                .first { $0.hasPrefix("content-length: ") }
            let count = length.flatMap { Int($0.dropFirst(16)) } ?? 0
            return receive(count).map { Request(head: head, body: $0) }
        }

        private func receive(_ count: Int) -> [UInt8]? {
            var bytes = [UInt8](repeating: 0, count: count)
            guard count > 0 else { return bytes }
            let flag = Int32(MSG_WAITALL)
            return recv(descriptor, &bytes, count, flag) == count ? bytes : nil
        }
    }
}

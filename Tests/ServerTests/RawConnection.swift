import Foundation
import Glibc

@testable import Transport

/// A connection of bytes, for tests of ill-behaved clients. Shares no code with the hub's codecs.
final class RawConnection {
    private let socket: ClientSocket
    private var buffer: [UInt8] = []

    enum Fault: Error {
        case ended
        case noAnswer(String)
        case badChunk
    }

    init(_ hub: LiveHub) throws {
        socket = try ClientSocket(host: "127.0.0.1", port: hub.port, timeout: .seconds(30))
    }

    deinit { socket.close() }

    func send(_ bytes: [UInt8]) throws { try socket.write(bytes) }
    func send(_ text: String) throws { try socket.write(Array(text.utf8)) }

    /// Sends nothing more, but continues to read.
    func finishSending() { shutdown(socket.descriptor, Int32(SHUT_WR)) }

    func close() { socket.close() }

    /// Limits the receive buffer to some thousand bytes.
    func keepLittle() {
        var bytes: Int32 = 4_096
        setsockopt(
            socket.descriptor, SOL_SOCKET, SO_RCVBUF, &bytes,
            socklen_t(MemoryLayout<Int32>.size))
    }

    /// Waits until the connection is reset, without reading from it.
    func awaitHangUp() -> Bool {
        var watched = pollfd(fd: socket.descriptor, events: 0, revents: 0)
        return poll(&watched, 1, 60_000) == 1
    }

    /// Whether bytes or the end have arrived.
    func hasBytes() throws -> Bool {
        var watched = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
        return !buffer.isEmpty || poll(&watched, 1, 0) == 1
    }

    // MARK: Bytes

    /// - Returns: `false` at the end.
    private func fill() throws -> Bool {
        let bytes = try socket.read(max: 65_536)
        buffer += bytes
        return !bytes.isEmpty
    }

    func take(_ count: Int) throws -> [UInt8] {
        while buffer.count < count {
            guard try fill() else { throw Fault.ended }
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    /// Takes the bytes before a mark, and the mark.
    func take(before mark: String) throws -> [UInt8] {
        let mark = Array(mark.utf8)
        while true {
            if let range = buffer.firstRange(of: mark) {
                defer { buffer.removeFirst(range.upperBound) }
                return Array(buffer[..<range.lowerBound])
            }
            guard try fill() else { throw Fault.ended }
        }
    }

    func takeAll() throws -> [UInt8] {
        while try fill() {}
        defer { buffer = [] }
        return buffer
    }

    /// Whether the hub has ended the connection, and nothing is left to read.
    func isAtEnd() throws -> Bool {
        guard buffer.isEmpty else { return false }
        do {
            return try !fill()
        } catch let error as SystemError where error.errno == ECONNRESET {
            return true
        }
    }

    // MARK: HTTP

    func head() throws -> RawAnswer {
        let head = try take(before: "\r\n\r\n")
        guard let answer = RawAnswer(head: head) else {
            throw Fault.noAnswer(String(decoding: head.prefix(200), as: UTF8.self))
        }
        return answer
    }

    /// - Parameter isToHead: whether the request was `HEAD`, so that no body follows.
    func answer(isToHead: Bool = false) throws -> RawAnswer {
        var answer = try head()
        if isToHead || answer.status < 200 || answer.status == 304 { return answer }
        if answer["transfer-encoding"] == "chunked" {
            while let bytes = try chunkedBytes() { answer.body += bytes }
        } else if let count = answer["content-length"].flatMap(Int.init) {
            answer.body = try take(count)
        } else {
            answer.body = try takeAll()
        }
        return answer
    }

    /// Returns the next chunk of a body; `nil` after the last.
    func chunkedBytes() throws -> [UInt8]? {
        let size = String(decoding: try take(before: "\r\n"), as: UTF8.self)
        guard let count = Int(size, radix: 16) else { throw Fault.badChunk }
        let bytes = try take(count)
        guard try take(2) == [13, 10] else { throw Fault.badChunk }
        return count == 0 ? nil : bytes
    }
}

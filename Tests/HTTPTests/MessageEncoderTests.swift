import HTTP
import HTTPTypes
import Testing

@Suite struct MessageEncoderTests {
    private func text(_ bytes: [UInt8]) -> String { Latin1.text(bytes) }

    @Test func `writes a response's fields exactly and in order`() {
        var response = HTTPResponse(status: .notFound)
        response.headerFields.append(HTTPField(name: .contentType, value: "text/html"))
        response.headerFields.append(HTTPField(name: .setCookie, value: "a=1"))
        response.headerFields.append(HTTPField(name: .setCookie, value: "b=2"))
        #expect(
            text(ResponseEncoder.head(response))
                == "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n"
                + "Set-Cookie: a=1\r\nSet-Cookie: b=2\r\n\r\n")
    }

    @Test func `a status without a reason keeps the space`() {
        let response = HTTPResponse(status: HTTPResponse.Status(code: 7))
        #expect(text(ResponseEncoder.head(response)) == "HTTP/1.1 007 \r\n\r\n")
    }

    @Test func `a reason can't end the line`() {
        let head = ResponseEncoder.head(
            HTTPResponse(status: .init(code: 200, reasonPhrase: "Fine\r\nX: \u{e9}\u{2603}")))
        #expect(text(head) == "HTTP/1.1 200 Fine  X: \u{e9} \r\n\r\n")
    }

    @Test func `writes values byte for byte`() throws {
        let name = try #require(HTTPField.Name("A"))
        var response = HTTPResponse(status: .ok)
        response.headerFields.append(HTTPField(name: name, value: [0xFF, 0x80]))
        #expect(
            text(ResponseEncoder.head(response)) == "HTTP/1.1 200 OK\r\nA: \u{ff}\u{80}\r\n\r\n")
    }

    @Test func `chunks state their size in hexadecimal`() {
        #expect(text(ResponseEncoder.chunk(Array("hello".utf8))) == "5\r\nhello\r\n")
        #expect(ResponseEncoder.chunk([UInt8](repeating: 0, count: 26)).starts(with: "1a\r\n".utf8))
    }

    @Test func `no bytes become no chunk, because an empty one would end the body`() {
        #expect(ResponseEncoder.chunk([]).isEmpty)
        #expect(text(ResponseEncoder.lastChunk) == "0\r\n\r\n")
        #expect(text(ResponseEncoder.continueInterim) == "HTTP/1.1 100 Continue\r\n\r\n")
    }

    @Test func `a request begins with its line and Host`() {
        let request = HTTPRequest(
            method: .post, scheme: "http", authority: "hub.local:8080", path: "/v1/x?y=1",
            headerFields: [.contentType: "application/json"])
        #expect(
            text(RequestEncoder.head(request))
                == "POST /v1/x?y=1 HTTP/1.1\r\nHost: hub.local:8080\r\n"
                + "Content-Type: application/json\r\n\r\n")
    }

    @Test func `a Host among the fields replaces the authority's`() throws {
        let host = try #require(HTTPField.Name("Host"))
        let request = HTTPRequest(
            method: .get, scheme: nil, authority: "a", path: "/", headerFields: [host: "b"])
        #expect(text(RequestEncoder.head(request)) == "GET / HTTP/1.1\r\nHost: b\r\n\r\n")
    }

    @Test func `a path can't break the request line`() {
        let request = HTTPRequest(method: .get, scheme: nil, authority: "a", path: "/é x\u{7f}")
        let head = text(RequestEncoder.head(request))
        #expect(head.hasPrefix("GET /%C3%A9%20x"))
        #expect(RequestDecoder.run(Cuts.whole(RequestEncoder.head(request))).count == 2)
    }

    @Test func `a request without path and authority addresses the root`() {
        let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil)
        #expect(text(RequestEncoder.head(request)) == "GET / HTTP/1.1\r\nHost: \r\n\r\n")
    }
}

import HTTP
import HTTPTypes
import Testing

@Suite struct RequestHeadTests {
    private func head(path: String?) -> RequestHead {
        RequestHead(
            request: HTTPRequest(method: .get, scheme: nil, authority: "a", path: path),
            minorVersion: 1, keepsAlive: true, expectsContinue: false, hasBody: false)
    }

    @Test func `splits the target at the first question mark`() {
        #expect(head(path: "/a%3Fb?c=d?e").path == "/a%3Fb")
        #expect(head(path: "/a%3Fb?c=d?e").query == "c=d?e")
        #expect(head(path: "/a").query == nil)
        #expect(head(path: "/a?").query == "")
    }

    @Test func `a head without a target has an empty path`() {
        #expect(head(path: nil).path.isEmpty)
        #expect(head(path: nil).query == nil)
    }
}

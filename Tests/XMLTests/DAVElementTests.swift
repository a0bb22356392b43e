import Testing

@testable import CalendarSync

@Suite struct DAVElementTests {
    private func read(_ text: String) -> DAVElement? { DAVElement(reading: Array(text.utf8)) }

    @Test func `names are those of their namespaces, whatever their prefixes are`() {
        for text in [
            "<multistatus xmlns='DAV:'><response/></multistatus>",
            "<x:multistatus xmlns:x='DAV:'><y:response xmlns:y='DAV:'/></x:multistatus>",
        ] {
            #expect(read(text)?.name == .multistatus)
            #expect(read(text)?[.response] != nil)
        }
        #expect(read("<multistatus/>")?.name == .other)
        #expect(read("<d:multistatus xmlns:d='DAV'/>")?.name == .other)
    }

    @Test func `texts are whole, with their references and sections read`() {
        let text = "<href xmlns='DAV:'>\n a&amp;b<![CDATA[<c>]]>&#228;\r\nd </href>"
        #expect(read(text)?.text == "a&b<c>ä\nd")
        #expect(read("<href xmlns='DAV:'> \n</href>")?.text == "")
        let comp = "<c:comp xmlns:c='urn:ietf:params:xml:ns:caldav' x='1' name='VEVENT'/>"
        #expect(read(comp)?.label == "VEVENT")
    }

    @Test(
        arguments: [
            "", "text", "<a>", "<a></b>", "<a/><b/>", "<a:b/>", "<a>&nbsp;</a>", "<a>\u{1}</a>",
            "<!DOCTYPE a><a/>", "<!DOCTYPE html><html></html>",
            "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
            "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
            "<!DOCTYPE a SYSTEM 'http://127.0.0.1/'><a/>",
        ])
    func `what is not well formed or has a document type is not read`(text: String) {
        #expect(read(text) == nil)
    }

    @Test func `elements are counted, and not nested without end`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(read(nested(DAVElement.depthMax)) != nil)
        #expect(read(nested(DAVElement.depthMax + 1)) == nil)
        #expect(read(nested(100_000)) == nil)
        func wide(_ count: Int) -> String {
            "<a>" + String(repeating: "<b/>", count: count - 1) + "</a>"
        }
        #expect(read(wide(DAVElement.elementsMax)) != nil)
        #expect(read(wide(DAVElement.elementsMax + 1)) == nil)
    }

    @Test func `a document that is cut anywhere is not read`() {
        let text = Array(
            ("<?xml version='1.0'?><d:multistatus xmlns:d='DAV:'><d:response><d:href>/ä</d:href>"
                + "<d:status>HTTP/1.1 404 Not Found</d:status></d:response></d:multistatus>").utf8)
        #expect(Multistatus(reading: text)?.responses.first?.isMissing == true)
        for count in text.indices { #expect(Multistatus(reading: Array(text[..<count])) == nil) }
    }

    @Test func `only properties that were found count`() throws {
        let text = """
            <d:multistatus xmlns:d="DAV:"><d:sync-token> t </d:sync-token><d:response>
            <d:href>/a</d:href>
            <d:propstat><d:prop><d:getetag>"1"</d:getetag></d:prop>
            <d:status>HTTP/1.1 200 OK</d:status></d:propstat>
            <d:propstat><d:prop><d:displayname>no</d:displayname></d:prop>
            <d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response>
            <d:response><d:href>/b</d:href><d:href>/c</d:href><d:status>HTTP/1.1 410</d:status>
            </d:response></d:multistatus>
            """
        let found = try #require(Multistatus(reading: Array(text.utf8)))
        #expect(found.syncToken == "t")
        #expect(found.responses.map(\.href) == ["/a", "/b", "/c"])
        #expect(found.responses.map(\.isMissing) == [false, true, true])
        #expect(found.responses[0].tag == "\"1\"" && found.responses[0][.displayName] == nil)
    }

    @Test(arguments: ["a", "/../a", "/a/%2e%2e/b", "/a/./b", "/%00", ""])
    func `a path that leads elsewhere is none`(path: String) {
        #expect(DAVPath.normalised(path) == nil)
    }
}

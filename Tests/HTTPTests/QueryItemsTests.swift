import HTTP
import Testing

@Suite struct QueryItemsTests {
    @Test func `decodes names and values`() {
        let items = QueryItems("since=57&na%6De=Ada+L.&x=a=b&flag&empty=")
        #expect(items["since"] == "57")
        #expect(items["name"] == "Ada L.")
        #expect(items["x"] == "a=b")
        #expect(items["flag"] == "")
        #expect(items["empty"] == "")
        #expect(items["other"] == nil)
    }

    @Test func `the first of several values counts`() {
        #expect(QueryItems("a=1&a=2")["a"] == "1")
    }

    @Test func `ignores a malformed pair`() {
        let items = QueryItems("a=%&%zz=1&a=2&&b=%00&c=3")
        #expect(items["a"] == "2")
        #expect(items["b"] == nil)
        #expect(items["c"] == "3")
    }

    @Test func `ignores pairs beyond a reasonable number`() {
        let many = (1...65).map { "n\($0)=\($0)" }.joined(separator: "&")
        #expect(QueryItems(many)["n64"] == "64")
        #expect(QueryItems(many)["n65"] == nil)
    }

    @Test func `no query has no items`() {
        #expect(QueryItems(nil)["a"] == nil)
        #expect(QueryItems("")[""] == nil)
    }
}

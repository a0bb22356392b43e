import MazeExploring
import Testing

@Suite struct MazeAddressTests {
    @Test(arguments: [
        (
            "https://hub.example/mazes/api/plain",
            "https://hub.example/mazes/api/plain"
        ),
        ("http://[::1]:8080/api/", "http://[::1]:8080/api"),
        ("http://hub.example/", "http://hub.example"), ("http://hub.example", "http://hub.example"),
    ])
    func `ignores a trailing slash`(text: String, expected: String) throws {
        let address = try MazeAddress(text)
        #expect(address.text == expected)
        #expect(try MazeAddress(expected) == address)
    }

    @Test(arguments: [
        ("hub.example", "http://"), ("ftp://hub.example", "http://"),
        ("http://ada@hub.example/api", "user"), ("http://hub.example/api?maze=1", "query"),
        ("http://hub.example/api#top", "fragment"), ("http://127.1/api", "IP address"),
    ])
    func `refuses an invalid API URL with a reason`(text: String, word: String) {
        let error = #expect(throws: (any Error).self) { try MazeAddress(text) }
        #expect(error.map { "\($0)" }?.contains(word) == true)
    }
}

import Destinations
import HTTPTypes
import PlaceValues
import Testing
import URIText

@testable import PlaceSources

/// Requests to an Overpass server, and the handling of its answers.
@Suite struct OverpassClientTests {
    private static let area = SourceArea(latitude: 40.7165, longitude: -74.3578, radius: 3500)

    private func ask(_ server: AnsweringServer) throws(SourceTrouble) -> [UInt8] {
        try OverpassClient(server.surroundings).places(
            in: Self.area, kinds: ["restaurant", "ice_cream"],
            at: "https://overpass.example/api/interpreter", allowsPrivate: false)
    }

    @Test func `one query covers all kinds in the circle, including positions of ways`() throws {
        let server = AnsweringServer { _ in .json(#"{"elements": []}"#) }
        #expect(try ask(server) == Array(#"{"elements": []}"#.utf8))
        let request = try #require(server.requests.first)
        #expect(request.method == .post)
        #expect(request.destination.path == "/api/interpreter")
        let form = String(decoding: request.body, as: UTF8.self)
        #expect(form.hasPrefix("data="))
        let query = try #require(PercentCoding.decode(form.dropFirst(5), plusAsSpace: true))
        #expect(
            query == """
                [out:json][timeout:25];
                nwr(around:3500,40.7165,-74.3578)[amenity~"^(restaurant|ice_cream)$"];
                out center tags;
                """)
    }

    @Test(
        arguments: [
            (429, nil, 30), (429, "7", 7), (504, nil, 30), (503, "999999", 86_400), (400, nil, nil),
            (429, "Sun, 06 Nov 1994 08:49:37 GMT", 0), (429, "soon", 30),
            (429, "Fri, 31 Dec 9999 23:59:59 GMT", 86_400),
            (500, nil, nil),
        ] as [(Int, String?, Int?)])
    func `an error has the pause before the next request`(
        status: Int, retryAfter: String?, seconds: Int?
    ) {
        let server = AnsweringServer { _ in
            var fields: HTTPFields = [.contentType: "text/html"]
            fields[.retryAfter] = retryAfter
            return .json("<html></html>", status: status, fields)
        }
        #expect(throws: SourceTrouble(.answered(status), secondsMin: seconds)) { try ask(server) }
    }

    @Test func `reports a truncated body, silence and a private address as trouble`() {
        let cut = AnsweringServer { _ in
            OutgoingAnswer(status: 200, body: Array(#"{"elem"#.utf8), isWhole: false)
        }
        #expect(throws: SourceTrouble(.notWhole)) { try ask(cut) }
        let errors: [(OutgoingError, TransferFailure)] = [
            (.timedOut, .timedOut), (.forbiddenAddress, .privateAddress),
            (.failed("reset"), .unreachable), (.untrusted("expired"), .certificate),
        ]
        for (error, failure) in errors {
            let server = AnsweringServer { (_) throws(OutgoingError) in throw error }
            #expect(throws: SourceTrouble(failure)) { try ask(server) }
        }
    }
}

import Client
import JSON
import ScreenClient
import TestSupport
import Testing

struct DocumentHashTests {
    @Test func `hashes equal those computed in another language`() throws {
        let vectors = try #require(try VectorFile.load("document-hash").elements)
        #expect(vectors.count > 20)
        for vector in vectors {
            let name = try #require(vector["name"]?.text)
            let document = try #require(vector["document"])
            #expect(DocumentHash(of: document).text == vector["hash"]?.text, "\(name)")
        }
    }

    @Test func `a value that is not an object has the hash of an empty one`() {
        #expect(DocumentHash(of: [1, 2]).text == "00000000")
        #expect(DocumentHash(of: .null).text == "00000000")
    }
}

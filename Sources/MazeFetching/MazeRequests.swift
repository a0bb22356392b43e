import Destinations
import HTTPTypes
import JSON
import MazeExploring
import Mazes
import URIText

/// Creates the requests to a maze API.
struct MazeRequests {
    private let address: MazeAddress
    private let start: String
    private var fields: HTTPFields = [.accept: "application/json", .userAgent: "tablecast"]

    init(at address: MazeAddress, maze: MazeCode?, token: String?) {
        self.address = address
        start = "/start" + (maze.map { "?maze=\($0)" } ?? "")
        if let token { fields[.authorization] = "Bearer \(token)" }
    }

    func request(for subject: MazeExploration.Request.Subject) -> OutgoingRequest {
        switch subject {
        case .start: request(.get, start)
        case .room(let id): request(.get, "/rooms/" + PercentCoding.encode(id))
        case .lock(let lock): request(.post, "/unlock", ["lock": .string(lock)])
        }
    }

    private func request(
        _ method: HTTPRequest.Method, _ place: String, _ document: JSON? = nil
    ) -> OutgoingRequest {
        // Ids are bounded, so the URL stays within the limit.
        var request = OutgoingRequest(
            method, address.at(place)!, fields: fields,
            answerBytesMax: MazeExploration.bodyBytesMax + 1)
        if let document {
            request.fields[.contentType] = "application/json"
            request.body = document.canonical
        }
        return request
    }
}

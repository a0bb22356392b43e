public import Destinations
import HTTPTypes

/// The result of fetching something that may have been fetched before.
public enum FetchedContent: Sendable, Equatable {
    /// The whole content, and its entity tag (RFC 9110, section 8.8.3).
    case content([UInt8], tag: String?)
    /// The content still has the tag that was given.
    case same
    /// The content is longer than allowed, or was cut off.
    case notWhole
    /// The server answered with another status.
    case refused(status: Int)
}

extension OutgoingClient {
    /// Fetches something unless its content still has an entity tag. Blocks meanwhile.
    ///
    /// - Parameters:
    ///   - tag: the entity tag of the known content; `nil` if there is none.
    ///   - bytesMax: the maximum length of the content.
    ///   - timeout: for all of it, from the look-up of the name to the end of the answer.
    public func fetch(
        _ destination: Destination, tag: String?, bytesMax: Int,
        timeout: Duration = .seconds(30)
    ) throws(OutgoingError) -> FetchedContent {
        var fields: HTTPFields = [.userAgent: "tablecast"]
        if let tag { fields[.ifNoneMatch] = tag }
        let answer = try send(
            OutgoingRequest(
                .get, destination, fields: fields, timeout: timeout, answerBytesMax: bytesMax))
        switch answer.status {
        case 304: return .same
        case 200 where answer.isWhole: return .content(answer.body, tag: answer.fields[.eTag])
        case 200: return .notWhole
        default: return .refused(status: answer.status)
        }
    }
}

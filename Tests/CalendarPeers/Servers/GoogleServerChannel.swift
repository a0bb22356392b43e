import Destinations
import JSON

/// A channel of `events.watch`.
struct GoogleServerChannel: Sendable {
    var id: String
    var token: String?
    var address: String
    var calendar: String
    /// The exclusive end, in Unix seconds.
    var end: Int64
    var messageCount = 0
}

extension GoogleServerState {
    mutating func watch(_ call: GoogleServerCall) -> OutgoingAnswer {
        let body = call.body
        guard let id = body["id"]?.text, body["type"]?.text == "web_hook",
            let address = body["address"]?.text
        else { return .failure(400, "required") }
        guard address.hasPrefix("https://") else { return .failure(400, "webhookUrlNotHttps") }
        guard !channels.contains(where: { $0.id == id }) else {
            return .failure(400, "channelIdNotUnique")
        }
        let seconds = body["params"]?["ttl"]?.text.flatMap { Int64($0) } ?? 604_800
        channels.append(
            GoogleServerChannel(
                id: id, token: body["token"]?.text, address: address, calendar: call.calendar,
                end: now + seconds))
        tell(channels.count - 1, "sync")
        return .json([
            "kind": "api#channel", "id": .string(id), "resourceId": .string(call.calendar),
            "expiration": .string(String((now + seconds) * 1_000)),
        ])
    }

    mutating func tellChannels(of calendar: String) {
        channels.removeAll { $0.end <= now }
        for place in channels.indices where channels[place].calendar == calendar {
            tell(place, "exists")
        }
    }

    private mutating func tell(_ place: Int, _ resourceState: String) {
        channels[place].messageCount += 1
        let channel = channels[place]
        var fields = [
            "X-Goog-Channel-ID": channel.id, "X-Goog-Resource-ID": channel.calendar,
            "X-Goog-Resource-State": resourceState,
            "X-Goog-Message-Number": String(channel.messageCount),
        ]
        fields["X-Goog-Channel-Token"] = channel.token
        messages.append(GoogleServerMessage(address: channel.address, fields: fields))
    }

    /// Returns the messages to send, and forgets them.
    public mutating func takeMessages() -> [GoogleServerMessage] {
        defer { messages = [] }
        return messages
    }
}

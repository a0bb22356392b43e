import Delivery
import Destinations
import HTTPTypes
import Outgoing

/// Posts alarms over HTTP.
///
/// The operator's webhook may be anywhere. An owner's webhook may be in a private network only if
/// the operator allows it.
struct CloudEventSender: WebhookSender {
    let allowsPrivate: Bool

    func check(_ webhook: Webhook) throws {
        try call(webhook) { (client, destination) throws(OutgoingError) in
            try client.check(destination)
        }
    }

    func post(_ body: [UInt8], to webhook: Webhook, timeout: Duration) throws -> Int {
        let fields: HTTPFields = [
            .contentType: "application/cloudevents+json", .userAgent: "tablecast",
        ]
        return try call(webhook) { (client, destination) throws(OutgoingError) in
            try client.send(
                OutgoingRequest(
                    .post, destination, fields: fields, body: body, timeout: timeout)
            ).status
        }
    }

    private func call<Result>(
        _ webhook: Webhook,
        _ body: (OutgoingClient, Destination) throws(OutgoingError) -> Result
    ) throws -> Result {
        let client = OutgoingClient(allowsLocal: allowsPrivate || webhook.isSetByOperator)
        do {
            return try body(client, try Destination(webhook.address))
        } catch is DestinationError {
            throw WebhookRefusal.spelling
        } catch OutgoingError.forbiddenAddress {
            throw WebhookRefusal.privateAddress
        } catch OutgoingError.timedOut {
            throw WebhookTimedOut()
        }
    }
}

import Client
import Destinations
import Server

/// Posts alarms over HTTP. An address that the operator has named may lead anywhere; one that an
/// owner has named leads into private networks only where the operator allows it.
struct CloudEventSender: WebhookSender {
    let allowsPrivate: Bool

    func check(_ webhook: Webhook) throws {
        try call(webhook) { client, destination in try client.addresses(of: destination) }
    }

    func post(_ body: [UInt8], to webhook: Webhook, timeout: Duration) throws -> Int {
        try call(webhook) { client, destination in
            try client.post(
                body, type: "application/cloudevents+json", to: destination, timeout: timeout)
        }
    }

    @discardableResult
    private func call<Result>(
        _ webhook: Webhook, _ body: (WebhookClient, Destination) throws -> Result
    ) throws -> Result {
        let client = WebhookClient(allowsLocal: allowsPrivate || webhook.isOperators)
        do {
            return try body(client, try Destination(webhook.address))
        } catch is DestinationError {
            throw WebhookRefusal.spelling
        } catch is ForbiddenAddress {
            throw WebhookRefusal.privateAddress
        }
    }
}

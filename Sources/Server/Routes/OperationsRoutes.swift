import HTTP
import HTTPTypes
import Sync

/// What whoever runs the hub asks of it.
enum OperationsRoutes {
    /// `GET /readyz`: 200 when the journal can be written.
    static func readiness(_ exchange: Exchange, at station: Station) {
        if station.context.metrics.journalIsWritable, !station.isStopping {
            exchange.respond(.text("ready\n"))
        } else {
            exchange.respond(
                Problem(
                    .serviceUnavailable,
                    station.isStopping
                        ? "The hub is stopping." : "The journal can't be written.",
                    fields: [.retryAfter: "5"]
                ).document)
        }
    }

    /// `GET /metrics`.
    static func metrics(_ exchange: Exchange, at station: Station) {
        do throws(Problem) {
            let (_, principal) = try Authenticator(station.context).principal(
                for: exchange.request)
            guard [.engineer, .owner].contains(principal.role) else {
                throw Problem(.forbidden, "Only engineers and owners may read the metrics.")
            }
            let types = AcceptedTypes(exchange.request.fields[.accept])
            let isOpenMetrics =
                types.quality(ofType: "application/openmetrics-text")
                > types.quality(ofType: "text/plain")
            let text = station.context.metrics.text(isOpenMetrics: isOpenMetrics)
            exchange.respond(
                Response(
                    .ok,
                    fields: [
                        .contentType: isOpenMetrics
                            ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
                            : "text/plain; version=0.0.4; charset=utf-8",
                        .cacheControl: "no-store",
                    ], body: Array(text.utf8)))
        } catch {
            exchange.respond(error.document)
        }
    }
}

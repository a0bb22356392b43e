import BoardKit
import Clocks
import Gateway
import HTTP
import HTTPTypes
import Metrics
import Storage
import Sync
import Transport
import Venues

/// The addresses for operators of the hub.
enum OperationsRoutes {
    /// `GET /healthz`: 200 if the process runs, 503 if one of its loops hangs.
    static func health(_ call: Call) {
        call.respond(call.context.watchdog.findsHungLoop ? notReady(hung) : .text("ok\n"))
    }

    private static let hung = "A loop of the hub hangs; its log says with what."

    /// `GET /readyz`: 200 if the journal can be written, 503 if not, if a loop hangs, or if the hub
    /// is stopping.
    static func readiness(_ call: Call) {
        if call.context.watchdog.findsHungLoop { return call.respond(notReady(hung)) }
        if call.server.connections.isStopping {
            return call.respond(notReady("The hub is stopping."))
        }
        call.context.venues.readiness.ask(on: call.server.loop) { isWritable in
            call.respond(
                isWritable ? .text("ready\n") : notReady("The journal can't be written."))
        }
    }

    private static func notReady(_ detail: String) -> Response {
        HTTPProblem(.serviceUnavailable, detail, fields: [.retryAfter: "5"]).document
    }

    /// `GET /metrics`: the metrics, in the text format of Prometheus or in OpenMetrics.
    static func metrics(_ call: Call) throws(HTTPProblem) {
        let (server, context) = (call.server, call.context)
        let (venue, principal) = try Authenticator(context).principal(for: call.request)
        try principal.demandInspector(to: "read the metrics")
        // The metrics cover every venue of the hub.
        guard venue == VenueRecord.defaultSlug else {
            throw HTTPProblem(
                .forbidden,
                "The metrics are for the operator: sign in at the hub's first venue.")
        }
        let isOpenMetrics = prefersOpenMetrics(call.request)
        let answer = { (reading: LoopReading, isWritable: Bool) in
            let text = context.metrics.text(
                isOpenMetrics: isOpenMetrics, reading,
                of: context.options.boards.deviceRoles,
                journal: (context.storage.engine, context.storage.durability.rawValue),
                journalIsWritable: isWritable,
                certificateEnd: context.tls?.context.certificate.notAfter,
                clockJump: context.clock.jumpSeconds ?? 0)
            let type = isOpenMetrics ? openMetricsType : textType
            call.respond(
                Response(
                    .ok,
                    fields: [
                        .contentType: type + "; charset=utf-8", .cacheControl: "no-store",
                    ], body: Array(text.utf8)))
        }
        context.venues.readiness.ask(on: server.loop) { isWritable in
            let told = { (reading: LoopReading) in answer(reading, isWritable) }
            context.read(LoopBound(told, on: server.loop), on: server.hubLoop)
        }
    }

    private static let openMetricsType = "application/openmetrics-text; version=1.0.0"
    private static let textType = "text/plain; version=0.0.4"

    /// Whether a request prefers OpenMetrics to the text format. Newer versions of Prometheus add
    /// an `escaping` parameter. It makes no difference here, because no metric's name has unusual
    /// characters.
    private static func prefersOpenMetrics(_ request: Request) -> Bool {
        let types = AcceptedTypes(request.fields[.accept])
        let quality = { (type: String) in
            max(
                types.quality(ofType: type),
                types.quality(ofType: type + "; escaping=allow-utf-8"))
        }
        return quality(openMetricsType) > quality(textType)
    }
}

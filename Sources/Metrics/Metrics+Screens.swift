import Screens
import Sync

extension MetricsPage {
    /// Writes the metrics of the screens.
    mutating func writeScreens(
        _ counts: Metrics.Counts, _ reading: LoopReading, of deviceRoles: [Role]
    ) {
        gauge(
            "tablecast_screens", "Devices and their connections, by role and how they are.",
            deviceRoles.flatMap { role in
                ScreenState.allCases.map { state in
                    (
                        ["role": role.rawValue, "state": state.rawValue],
                        reading.screens[ScreenCount(role: role, state: state)] ?? 0
                    )
                }
            })
        counter(
            "tablecast_screen_alarms", "Alarms raised about silent screens.", counts.alarms)
        counter(
            "tablecast_webhook_deliveries",
            "Alarms passed on to a webhook, and those given up.",
            [true, false].map { isDelivered in
                (
                    ["outcome": isDelivered ? "delivered" : "given_up"],
                    counts.webhooks[isDelivered] ?? 0
                )
            })
    }
}

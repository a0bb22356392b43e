import BoardKit
import Sync

extension Planner {
    static let weekDocument = Schema.record(
        .always("monday", .text), .always("timeZone", .text),
        .always(
            "occurrences",
            .rows(
                .always("event", .text), .maybe("at", .text, "Absent if the event happens once"),
                .always("calendar", .text), .always("title", .text), .maybe("location", .text),
                .maybe("description", .text), .maybe("start", .instant),
                .maybe("end", .instant, "Exclusive"), .maybe("timeZone", .text),
                .maybe("allDay", Schema(.flag)), .always("firstDay", .text),
                .always("lastDay", .text, "Inclusive"),
                .maybe("repeat", .text, "The rule, or DATES"), .maybe("changed", Schema(.flag)),
                .maybe("status", Schema(.choice(["tentative", "cancelled"]))),
                .maybe("private", Schema(.flag)), .maybe("free", Schema(.flag)),
                .maybe("clash", Schema(.flag)),
                .maybe("flag", .text, "What was odd about it in its file"),
                .maybe("sync", Schema(.choice(["waiting", "failed", "issue"]))))),
        .always("reservations", Schema(.rows(of: weekReservation))),
        .always("capped", Schema(.rows(of: .count)), "How many of a series are shown"),
        .maybe("more", .count, "How many are not shown: occurrences, and events not looked at"))

    static let monthDocument = Schema.record(
        .always("month", .text),
        .always(
            "days",
            .rows(
                .maybe("events", .count),
                .maybe("titles", Schema(.list(of: .text, countMax: 3)), "The first ones"),
                .maybe("reservations", .count), .maybe("covers", .count)),
            "Those on which there is something"))

    static let calendarsDocument = Schema.record(
        .always(
            "calendars",
            .rows(
                .always("name", .text), .always("color", CalendarColor.schema),
                .always("display", CalendarDisplay.schema), .maybe("account", .text),
                .maybe("remote", .text), .maybe("readOnly", Schema(.flag)),
                .maybe("staleSince", .instant),
                .maybe("waitsUntil", .instant, "When it is read again, unless somebody asks"))),
        .always("issues", Schema(.rows(of: issueSchema))))

    static let displayDocument = Schema.record(
        .always("date", .text),
        .always(
            "agenda",
            .rows(
                .maybe("label", .text), .maybe("size", .count), .maybe("color", .text),
                .maybe("start", .instant), .maybe("end", .instant),
                .maybe("allDay", Schema(.flag)), .maybe("private", Schema(.flag)))))
}

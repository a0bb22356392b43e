/// The STATUS of an event that is not confirmed.
public enum EventStatus: String, CaseIterable, Sendable {
    case tentative, cancelled
}

/// The descriptive properties of an event or of one of its changes.
public struct EventDetails: Hashable, Sendable {
    public var title: String
    public var location: String?
    public var description: String?
    public var status: EventStatus?
    public var isPrivate: Bool
    /// Whether the event leaves its time free (TRANSP:TRANSPARENT).
    public var isFree: Bool
    /// Lines that this library doesn't interpret, such as attendees and alarms: unfolded, joined by
    /// line breaks, and preserved on writing.
    public var foreign: String

    public init(
        title: String, location: String? = nil, description: String? = nil,
        status: EventStatus? = nil, isPrivate: Bool = false, isFree: Bool = false,
        foreign: String = ""
    ) {
        self.title = title
        self.location = location
        self.description = description
        self.status = status
        self.isPrivate = isPrivate
        self.isFree = isFree
        self.foreign = foreign
    }
}

/// An occurrence that differs from its series.
public struct EventChange: Hashable, Sendable {
    public var details: EventDetails
    public var time: TimeChange
    public var sequence: Int

    public init(details: EventDetails, time: TimeChange, sequence: Int = 0) {
        self.details = details
        self.time = time
        self.sequence = sequence
    }
}

/// An event or a series with all its changes, identified by one UID.
public struct CalendarEvent: Hashable, Sendable {
    public var uid: String
    public var details: EventDetails
    /// When the event happens, with its changed occurrences.
    public var recurrence: Recurrence
    public var sequence: Int
    /// DTSTAMP, in Unix seconds.
    public var stamp: Int64?
    public var flags: [EventFlag]
    /// `false` if the file has only changes, without their series. Each change then happens.
    public var hasMaster: Bool

    public init(
        uid: String, details: EventDetails, recurrence: Recurrence,
        changes: [OccurrenceKey: EventChange] = [:], sequence: Int = 0, stamp: Int64? = nil,
        flags: [EventFlag] = [], hasMaster: Bool = true
    ) {
        self.uid = uid
        self.details = details
        self.recurrence = recurrence
        self.recurrence.changes = changes
        self.sequence = sequence
        self.stamp = stamp
        self.flags = flags
        self.hasMaster = hasMaster
    }

    /// The changed occurrences, by original start.
    public var changes: [OccurrenceKey: EventChange] {
        get { recurrence.changes }
        _modify { yield &recurrence.changes }
    }
}

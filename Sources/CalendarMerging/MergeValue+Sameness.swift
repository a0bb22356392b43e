public import ICalendar

extension MergeField {
    /// The descriptive fields of an event or an occurrence.
    public static let ofDetails: [MergeField] = [
        .title, .location, .description, .status, .isPrivate, .isFree,
    ]
}

extension EventDetails {
    /// The value of a field in `MergeField.ofDetails`.
    public internal(set) subscript(_ field: MergeField) -> MergeValue {
        get {
            switch field {
            case .location: .text(location)
            case .description: .text(description)
            case .status: .status(status)
            case .isPrivate: .flag(isPrivate)
            case .isFree: .flag(isFree)
            default: .text(title)
            }
        }
        set {
            switch (field, newValue) {
            case (.title, .text(let text)): title = text ?? ""
            case (.location, .text(let text)): location = text
            case (.description, .text(let text)): description = text
            case (.status, .status(let value)): status = value
            case (.isPrivate, .flag(let flag)): isPrivate = flag
            case (.isFree, .flag(let flag)): isFree = flag
            default: break
            }
        }
    }

    func says(theSameAs other: EventDetails) -> Bool {
        MergeField.ofDetails.allSatisfy { self[$0].says(theSameAs: other[$0]) }
    }
}

extension MergeValue {
    /// Returns whether two values read the same. A server may trim a text, change its line endings
    /// or drop an empty one.
    func says(theSameAs other: MergeValue) -> Bool {
        switch (self, other) {
        case (.text(let a), .text(let b)): a == b || Self.plain(a) == Self.plain(b)
        default: self == other
        }
    }

    private static func plain(_ text: String?) -> String {
        let lines = (text ?? "").unicodeScalars.split(omittingEmptySubsequences: false) {
            $0 == "\n"
        }
        var plain = lines.map { line in
            String(String.UnicodeScalarView(line.last == "\r" ? line.dropLast() : line))
        }.joined(separator: "\n")[...]
        while plain.first?.isWhitespace == true { plain.removeFirst() }
        while plain.last?.isWhitespace == true { plain.removeLast() }
        return String(plain)
    }
}

/// The time of an event or an occurrence, as one field.
struct When: Hashable {
    var start: EventTime
    var length: EventLength

    init(_ start: EventTime, _ length: EventLength) {
        self.start = start
        self.length = length
    }

    init(_ recurrence: Recurrence) { self.init(recurrence.start, recurrence.length) }
    init(_ time: TimeChange) { self.init(time.start, time.length) }

    var value: MergeValue { .when(start, length) }

    /// The period for which the zones of a series are compared, if a file defines one. Two years
    /// include every offset change.
    private static let yearsSeconds: Int64 = 2 * 366 * 86_400

    /// Returns whether both begin at the same local time, in zones that agree over the event.
    func begins(with other: When, isSeries: Bool, floatingIn zone: Zone) -> Bool {
        guard start != other.start else { return true }
        guard !start.isAllDay, !other.start.isAllDay, start.local == other.start.local else {
            return false
        }
        let from = start.seconds(floatingIn: zone)
        guard from == other.start.seconds(floatingIn: zone) else { return false }
        let end = length.end(of: start, floatingIn: zone)
        return start.zone(floatingIn: zone).agrees(
            with: other.start.zone(floatingIn: zone), from: from,
            through: isSeries ? from + Self.yearsSeconds : max(from, end))
    }

    /// Returns whether both also end at the same time, whether by DTEND or by DURATION.
    func says(theSameAs other: When, isSeries: Bool, floatingIn zone: Zone) -> Bool {
        guard self != other else { return true }
        return begins(with: other, isSeries: isSeries, floatingIn: zone)
            && length.end(of: start, floatingIn: zone)
                == other.length.end(of: other.start, floatingIn: zone)
    }
}

/// The identity of an occurrence: its original start, which stays when the occurrence moves.
public enum OccurrenceKey: Hashable, Sendable {
    /// An occurrence of a series in a zone, in Unix seconds.
    case instant(Int64)
    /// An occurrence of a floating series.
    case local(LocalTime)
    /// An occurrence of an all-day series.
    case date(CivilDate)

    /// The key as `20260504T170000Z`, `20260504T190000` or `20260504`.
    public var text: String {
        switch self {
        case .instant(let seconds): LocalTime(wallSeconds: seconds).compact + "Z"
        case .local(let local): local.compact
        case .date(let date): date.compact
        }
    }

    public init?(_ text: some StringProtocol) {
        if let date = CivilDate(compact: text) {
            self = .date(date)
        } else if text.hasSuffix("Z"), let local = LocalTime(compact: text.dropLast()) {
            self = .instant(local.wallSeconds)
        } else if let local = LocalTime(compact: text) {
            self = .local(local)
        } else {
            return nil
        }
    }

    /// The sort order among keys of one kind.
    var order: Int64 {
        switch self {
        case .instant(let seconds): seconds
        case .local(let local): local.wallSeconds
        case .date(let date): Int64(date.dayNumber) * 86_400
        }
    }
}

extension OccurrenceKey: Comparable {
    public static func < (a: Self, b: Self) -> Bool {
        a.order == b.order ? a.kind < b.kind : a.order < b.order
    }

    private var kind: Int {
        switch self {
        case .instant: 0
        case .local: 1
        case .date: 2
        }
    }
}

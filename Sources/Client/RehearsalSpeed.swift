/// How fast a rehearsal is played.
public enum RehearsalSpeed: Sendable, Equatable {
    /// So many times faster than life; more than 0.
    case times(Double)
    /// Each step as soon as the one before is answered.
    case max

    /// Reads a number of times, or `0` or `max`; nil for anything else.
    public init?(_ text: String) {
        if text == "max" {
            self = .max
            return
        }
        guard let factor = Double(text), factor.isFinite, factor >= 0 else { return nil }
        self = factor == 0 ? .max : .times(factor)
    }
}

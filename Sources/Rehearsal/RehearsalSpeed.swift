/// The speed of a rehearsal.
public enum RehearsalSpeed: Sendable, Equatable {
    /// This many times as fast as real time. Always above 0.
    case times(Double)
    /// Each step follows as soon as the one before is answered.
    case max

    /// Reads a factor, or `0` or `max` for the highest speed. Returns `nil` for anything else.
    public init?(_ text: String) {
        if text == "max" {
            self = .max
            return
        }
        guard let factor = Double(text), factor.isFinite, factor >= 0 else { return nil }
        self = factor == 0 ? .max : .times(factor)
    }
}

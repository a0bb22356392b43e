package import HTTPTypes

extension HTTPFields {
    /// Sets the `Retry-After` field (RFC 9110, section 10.2.3). Rounds up to whole seconds, so that
    /// nobody comes back too early.
    package mutating func retryAfter(milliseconds: Int64) {
        self[.retryAfter] = String((milliseconds + 999) / 1_000)
    }
}

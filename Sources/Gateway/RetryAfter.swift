package import HTTPTypes

extension HTTPFields {
    /// Says when to come back, in whole seconds (RFC 9110, section 10.2.3), and not too early.
    package mutating func retryAfter(milliseconds: Int64) {
        self[.retryAfter] = String((milliseconds + 999) / 1_000)
    }
}

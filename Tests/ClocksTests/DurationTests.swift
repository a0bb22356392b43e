import Testing

@testable import Clocks

@Suite struct DurationTests {
    @Test(
        arguments: [
            (.seconds(3), 3_000, 3_000_000), (.milliseconds(-1_500), -1_500, -1_500_000),
            (.nanoseconds(1_999_999), 1, 1_999), (.zero, 0, 0),
            (.seconds(Int64.max / 1_000), Int64.max / 1_000 * 1_000, .max),
            (.seconds(Int64.max), .max, .max), (.seconds(Int64.min), .min, .min),
        ] as [(Duration, Int64, Int64)])
    func `a duration of any length has whole units`(
        duration: Duration, milliseconds: Int64, microseconds: Int64
    ) {
        #expect(duration.milliseconds == milliseconds)
        #expect(duration.microseconds == microseconds)
    }
}

import Testing

@testable import Client

struct BackoffTests {
    @Test func `waits grow to fifteen seconds, and begin anew after a good connection`() {
        var backoff = Backoff()
        let waits = (0..<7).map { _ in backoff.next(fraction: 1) }
        let expected = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]
        #expect(waits == expected.map(Duration.milliseconds))
        backoff.connectionEnded(after: .seconds(4))
        #expect(backoff.next(fraction: 0.5) == .milliseconds(7_500))
        backoff.connectionEnded(after: .seconds(5))
        #expect(backoff.next(fraction: 1) == .milliseconds(500))
    }
}

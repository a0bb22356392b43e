import Transport

/// A wait that ends once: with the answer, or by a timer.
final class OneAnswer<Answer> {
    private var done: ((Answer) -> Void)?
    var timer: Timer?

    init(_ done: @escaping (Answer) -> Void) { self.done = done }

    func give(_ answer: Answer) {
        timer?.cancel()
        let done = done
        self.done = nil
        done?(answer)
    }
}

import CalendarMerging
import Destinations

extension GoogleSession {
    /// Writes the events one by one. A refused event does not affect the others.
    func write(
        _ writes: [RemoteWrite], to calendar: String
    ) throws(GoogleTrouble) -> CalendarAnswer {
        var outcomes: [WriteOutcome] = []
        for write in writes {
            do throws(GoogleTrouble) {
                let result = try result(of: write, in: calendar)
                outcomes.append(WriteOutcome(id: write.id, sent: write.content, result: result))
            } catch {
                // Report the completed writes. The next job reports the pause, then retries the
                // rest.
                guard !outcomes.isEmpty else { throw error }
                if case .later(_, let seconds?) = error {
                    memory[account.id].untoldPauseEnd = surroundings.now() + Int64(seconds)
                }
                let written = CalendarResult.written(calendar: calendar, outcomes)
                if case .refused(let problem) = error {
                    return .done([written, .refused(problem)])
                }
                return .done([written])
            }
        }
        return .done([.written(calendar: calendar, outcomes)])
    }

    private func result(
        of write: RemoteWrite, in calendar: String
    ) throws(GoogleTrouble) -> WriteOutcome.Result {
        let name = calendar + " " + write.id
        let isSettled = memory[account.id].settled.remove(name) != nil
        var writer = GoogleWriter(self, calendar: calendar, write, isSettled: isSettled)
        let result = try writer.result()
        switch result {
        case .stored, .deleted: memory[account.id].settled.insert(name)
        // A part of the event may have been written.
        case .changedThere, .refused: break
        }
        return result
    }
}

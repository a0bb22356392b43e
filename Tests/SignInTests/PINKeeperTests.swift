import Clocks
import Dispatch
import Foundation
import Limits
import Locks
import Logging
import SQLiteStorage
import Storage
import Testing
import Time
import Transport

@testable import SignIn

/// Entering PINs, without a hub.
@Suite struct PINKeeperTests {
    @Test func `a device that enters many PINs at once does not delay others`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("tablecast-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = try Store(folder: folder, creating: true)
        let pins = PINKeeper(
            identity: store,
            clock: HubClock(
                MachineTime(),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        let mayGoOn = DispatchSemaphore(value: 0)
        #expect(pins.queue.perform(for: "holder") { mayGoOn.wait() })
        let verdicts = Locked<[String]>([])
        let isAnswered = DispatchSemaphore(value: 0)
        for device in ["d_a", "d_a", "d_a", "d_b"] {
            pins.enter("4711", device: device) { verdict in
                verdicts.with { $0.append("\(device) \(verdict)") }
                isAnswered.signal()
            }
        }
        isAnswered.wait()
        #expect(verdicts.with { $0 } == ["d_a tooBusy"])
        mayGoOn.signal()
        for _ in 0..<3 { isAnswered.wait() }
        #expect(
            verdicts.with { $0 } == ["d_a tooBusy", "d_a noPIN", "d_b noPIN", "d_a noPIN"])
    }
}

import Foundation
import Locks
import Testing

@testable import Delivery

/// The marks that the next start finds.
@Suite struct WorkMarksTests {
    private let folder = ScratchFolder()
    private let week = Work("lab/week?monday=2026-11-23", in: "main")
    private let fetch = Work("lab c_3/fetch", in: "main")

    private var path: String { folder.path + "/tablecast.work" }

    /// Opens the file as a new process does. Without `close`, the marks stay in the file.
    private func open(_ warn: @escaping (String) -> Void = { _ in }) -> WorkMarks {
        WorkMarks(in: folder.path, warn: warn)
    }

    private func end(during work: Work) { _ = open().begin(work) }

    @Test func `sets work aside after two crashes, until it is retried`() {
        end(during: week)
        #expect(open().setAside(in: "main") == [])
        end(during: week)
        var warnings: [String] = []
        var marks = open { warnings.append($0) }
        #expect(warnings.count == 1 && warnings.first?.contains(week.name) == true)
        #expect(marks.setAside(in: "main") == [week.name])
        #expect(marks.setAside(in: "terrace") == [])
        #expect(!marks.begin(week))
        #expect(marks.begin(fetch))
        marks.close()
        marks = open()
        #expect(!marks.begin(week))
        #expect(marks.forget(week))
        #expect(!marks.forget(week))
        #expect(marks.begin(week))
        marks.finish(week)
        #expect(open().setAside(in: "main") == [])
    }

    @Test func `does not blame work that ended, paused or was left by a clean stop`() {
        end(during: week)
        var marks = open()
        // Two threads do it at the same time.
        #expect(marks.begin(week) && marks.begin(week))
        marks.finish(week)
        marks.finish(week)
        #expect(WorkSlots.entries(at: path) == [])
        end(during: fetch)
        // Paused work is remembered until it is done.
        marks = open()
        marks.mark(fetch) {}
        #expect(WorkSlots.entries(at: path)?.map(\.ends) == [1])
        // It may be done before it pauses.
        #expect(marks.mark(fetch) { marks.forget(fetch) })
        #expect(WorkSlots.entries(at: path) == [])
        end(during: fetch)
        #expect(open().begin(fetch))
        marks = open()
        #expect(marks.setAside(in: "main") == [fetch.name])
        #expect(marks.forget(fetch))
        #expect(marks.begin(week))
        marks.close()
        #expect(marks.begin(fetch))
        #expect(WorkSlots.entries(at: path) == [])
    }

    @Test func `does not mark a job while it waits for another process`() {
        let marks = open()
        let names = Locked<[[String]]>([])
        let note = {
            let entries = WorkSlots.entries(at: path) ?? []
            names.with { $0.append(entries.filter(\.isInWork).map(\.work.name)) }
        }
        WorkMarks.waiting(note)
        marks.mark(fetch) {
            note()
            WorkMarks.waiting(note)
            note()
        }
        note()
        #expect(names.with { $0 } == [[], [fetch.name], [], [fetch.name], []])
    }

    @Test func `work without a slot is done without a mark`() {
        let marks = open()
        let works = (0..<100).map { Work("lab/week?monday=\($0)", in: "main") }
        for work in works { #expect(marks.begin(work)) }
        #expect(WorkSlots.entries(at: path)?.count == WorkSlots.count)
        #expect(marks.begin(Work(String(repeating: "x", count: 5_000), in: "main")))
        for work in works { marks.finish(work) }
        #expect(WorkSlots.entries(at: path) == [])
        // Current work gets slots, however much is remembered.
        for work in works { #expect(marks.begin(work)) }
        #expect(open().begin(week))
        #expect(WorkSlots.entries(at: path)?.contains { $0.work == week } == true)
    }

    @Test(arguments: ["", "short", String(repeating: "\u{7f}", count: 32_768)])
    func `warns of a damaged file once, and marks nothing`(content: String) throws {
        try Data(content.utf8).write(to: URL(fileURLWithPath: path))
        var warnings: [String] = []
        #expect(open { warnings.append($0) }.begin(week))
        #expect(warnings.count == 1)
        #expect(open { warnings.append($0) }.setAside(in: "main") == [])
        #expect(warnings.count == 1)
    }

    @Test func `without the file, does all work and marks nothing`() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for _ in 1...3 {
            var warnings: [String] = []
            let marks = open { warnings.append($0) }
            #expect(warnings.count == 1)
            #expect(marks.begin(week))
        }
    }
}

/// A folder that is removed with the test.
private final class ScratchFolder {
    let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("tablecast-\(UUID().uuidString)").path

    init() {
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

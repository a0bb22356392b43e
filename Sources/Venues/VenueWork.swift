import Delivery
import Sync
import Transport

/// Reports what a venue's loop does, and marks the views that are made.
final class VenueWork: WorkRecord {
    private let venue: String
    private let activity: LoopActivity
    private let marks: WorkMarks?

    init(of venue: String, activity: LoopActivity, marks: WorkMarks?) {
        self.venue = venue
        self.activity = activity
        self.marks = marks
    }

    func note(_ work: String) { activity.note(work) }
    func begin(_ view: String) -> Bool { marks?.begin(Work(view, in: venue)) ?? true }
    func end(_ view: String) { marks?.finish(Work(view, in: venue)) }
}

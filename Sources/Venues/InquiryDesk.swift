import Store
import Sync

/// Answers what a venue asks before it decides a mutation, away from its loop.
struct InquiryDesk {
    private let journal: any Journal
    private let identity: any Identity

    init(_ context: VenueContext) {
        journal = context.journal
        identity = context.identity
    }

    /// - Parameter done: called with what the journal has under the mutation's id, and with the role
    ///   of the device that the inquiry names, if it names one.
    func ask(
        _ inquiry: Inquiry, of venue: String,
        _ done:
            @escaping @Sendable (
                Result<RecordedMutation?, StoreError>, Result<Role?, StoreError>?
            ) -> Void
    ) {
        guard inquiry.recalls else {
            return findRole(of: inquiry.device, in: venue) { done(.success(nil), $0) }
        }
        journal.recall(inquiry.mutationID, in: venue) { recalled in
            findRole(of: inquiry.device, in: venue) { done(recalled, $0) }
        }
    }

    private func findRole(
        of device: String?, in venue: String,
        _ done: @escaping @Sendable (Result<Role?, StoreError>?) -> Void
    ) {
        guard let device else { return done(nil) }
        identity.device(device, in: venue) { device in done(device.map { $0?.role }) }
    }
}

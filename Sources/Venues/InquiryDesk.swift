import Storage
import Sync

/// Answers a venue's inquiries about mutations, away from its loop.
struct InquiryDesk {
    private let journal: any Journal
    private let identity: any Identity

    init(_ context: VenueContext) {
        journal = context.journal
        identity = context.identity
    }

    /// - Parameter done: called with the journal's record of the mutation, and with the role of the
    ///   inquiry's device; the latter is `nil` if the inquiry names no device.
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

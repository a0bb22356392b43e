/// A look-up that a venue needs before it can decide a mutation.
public struct Inquiry: Sendable, Hashable {
    public var mutationID: String
    /// Whether to look the id up in the journal, which may know it.
    public var recalls: Bool
    /// The device whose role a board needs; `nil` for nearly all mutations.
    public var device: String?

    init(mutationID: String, recalls: Bool, device: String? = nil) {
        self.mutationID = mutationID
        self.recalls = recalls
        self.device = device
    }

    /// Whether the answer to `other` also answers this inquiry.
    func isCovered(by other: Inquiry) -> Bool {
        mutationID == other.mutationID && (!recalls || other.recalls)
            && (device == nil || device == other.device)
    }
}

/// The answer to an inquiry. `nil` means that the journal does not know the id.
public typealias InquiryAnswer = Result<RecordedMutation?, any Error>

/// A mutation that waits for the answer to an inquiry.
struct HeldMutation: Sendable {
    var mutation: Mutation
    var client: ClientID
    var principal: Principal
    var network: ClientNetwork?
    var isFromHub: Bool
}

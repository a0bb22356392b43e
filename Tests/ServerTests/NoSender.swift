import Destinations

/// Sends nothing: for carriers that need no sender.
struct NoSender: OutgoingSender {
    func send(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingAnswer {
        throw .failed("Nothing is sent here.")
    }
}

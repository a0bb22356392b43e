import Delivery
import Destinations

/// Sends for jobs. While a job waits for the answer, it is not marked as in work.
struct WaitingSender: OutgoingSender {
    let sender: any OutgoingSender

    func send(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingAnswer {
        try WorkMarks.waiting { () throws(OutgoingError) in try sender.send(request) }
    }

    func send(_ mail: OutgoingMail) throws(OutgoingMailError) {
        try WorkMarks.waiting { () throws(OutgoingMailError) in try sender.send(mail) }
    }
}

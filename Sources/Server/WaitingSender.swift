import Delivery
import Destinations

/// Sends requests and mail for jobs. A job that waits for the answer does not count as working.
struct WaitingSender: OutgoingSender {
    let sender: any OutgoingSender

    func send(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingAnswer {
        try WorkMarks.waiting { () throws(OutgoingError) in try sender.send(request) }
    }

    func send(_ mail: OutgoingMail) throws(OutgoingMailError) {
        try WorkMarks.waiting { () throws(OutgoingMailError) in try sender.send(mail) }
    }
}

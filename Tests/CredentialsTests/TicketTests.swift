import BoardKit
import JSON
import Sync
import Testing

@testable import Credentials
@testable import WaitlistBoard

/// What a guest's ticket says, and what passes for one.
@Suite struct TicketTests {
    private static let key = Array(0..<32 as Range<UInt8>)
    private static let venue = VenueRecord(
        slug: "main", epoch: "k3f9", name: "Trattoria", timeZone: "Europe/Rome",
        settings: ["labels": "first_initial"], createdAt: Instant(milliseconds: 0), ticketKey: key)

    private static func mint(_ subject: Subject) -> String {
        Ticket.mint(subject, venue: "main", key: key)
    }

    private static func principal(_ ticket: String) -> Principal? {
        Ticket(ticket, of: venue)?.principal
    }

    @Test func `a party's ticket is what it always was`() {
        let ticket = "main.p_8x.Nt9aAxMF3cwD9susI1ZI72do"
        #expect(Self.mint(.party("p_8x")) == ticket)
        #expect(Self.principal(ticket) == Principal(guestOf: .party("p_8x")))
    }

    @Test func `the join link is a ticket without a subject`() {
        let link = Ticket.mint(joinLink: "j_8x", venue: "main", key: Self.key)
        let principal = Self.principal(link)
        #expect(principal?.isByJoinLink == true)
        #expect(principal?.actor == "guest:j_8x")
        #expect(principal?.actor.isJoinLink == true)
        #expect(Self.principal(Self.mint(.party("p_8x")))?.isByJoinLink == false)
    }

    @Test func `a ticket of another board names it, and none passes for another's`() {
        let signup = Subject(board: "tasting", id: "p_8x")
        let ticket = Self.mint(signup)
        #expect(ticket.hasPrefix("main.tasting.p_8x."))
        #expect(Self.principal(ticket) == Principal(guestOf: signup))
        let code = ticket.split(separator: ".").last ?? ""
        let partyCode = Self.mint(.party("p_8x")).split(separator: ".").last ?? ""
        for forged in [
            "main.p_8x.\(code)", "main.waitlist.p_8x.\(code)", "main.waitlist.p_8x.\(partyCode)",
            "main.tasting.p_8x.\(partyCode)", "main.tasting/p_8x.\(code)",
            "main.postcard.p_8x.\(code)", "main.tasting.p_8x.\(code).",
            "main.tasting.p_9.\(code)", "main.tasting.p_8x", "main", "annex.tasting.p_8x.\(code)",
            ticket + "A",
        ] { #expect(Self.principal(forged) == nil, "\(forged)") }
    }

    @Test func `a guest of another board's thing is none of a party's`() {
        let waitlist = Waitlist(venue: Self.venue) { _ in "" }
        let signup = Subject(board: "tasting", id: "p_1")
        let guest = Principal(guestOf: signup)
        let mutation = Mutation(
            id: "m", action: "waitlist.cancel", arguments: ["party": "p_1"])
        #expect(!waitlist.permits(mutation, by: guest))
        #expect(waitlist.permits(mutation, by: Principal(guestOf: .party("p_1"))))
        let view = "waitlist/guest"
        #expect(waitlist.personalDocument(view: view, subject: signup) == nil)
    }
}

import CalendarMerging
import CalendarPeers
import Destinations
import HTTPTypes
import JSON
import Locks
import TestSupport
import Testing

@testable import CalendarSync

/// The sign-in at Google, from the owner's browser to the tokens.
@Suite struct GoogleSignInTests {
    private let house = GoogleHouse()

    /// Signs in as the owner's browser does, and returns the redirect URL.
    private func open(_ house: GoogleHouse) throws -> String {
        guard case .done(let results) = house.answer(.signIn),
            case .signIn(let address, let state, let verifier)? = results.first
        else { throw OutgoingError.timedOut }
        #expect(address.contains("state=" + state))
        #expect(!address.contains(verifier))
        let origin = try Destination("http://127.0.0.1:9000")
        let path = String(address.dropFirst(origin.origin.count))
        let page = try house.server.send(
            OutgoingRequest(.get, try #require(origin.at(path))))
        expectEqual(page.status, 302)
        let arrival = try #require(page.fields[.location])
        house.secrets.with {
            $0 = ["verifier": verifier, "address": arrival]
        }
        return arrival
    }

    @Test func `signs in an owner who agrees, and lists the calendars`() throws {
        let arrival = try open(house)
        #expect(arrival.hasPrefix("http://127.0.0.1:8080/v1/main/calendars/google?state="))
        guard case .done(let results) = house.answer(.authorise),
            case .authorised(let token, let remotes)? = results.first
        else { return #expect(Bool(false)) }
        expectEqual(
            remotes,
            [
                RemoteCalendar(id: GoogleHouse.calendar, name: "House", isReadOnly: false)
            ])
        house.secrets.with { $0 = ["refreshToken": token] }
        _ = house.takeRequests()
        expectEqual(house.answer(.findCalendars), .done([.remotes(remotes)]))
        // The access token of the exchange is used.
        expectEqual(house.takeSteps(), ["GET calendarList"])
    }

    @Test func `accepts a pasted URL with spaces around it`() throws {
        let arrival = try open(house)
        house.secrets.with { $0["address"] = " \(arrival)#fragment \n" }
        guard case .done(let results) = house.answer(.authorise) else {
            return #expect(Bool(false))
        }
        #expect(!results.contains(.refused(.revoked)))
    }

    @Test func `accepts a code once, and only with its verifier`() throws {
        _ = try open(house)
        house.secrets.with { $0["verifier"] = "another" }
        expectEqual(house.answer(.authorise), .done([.refused(.revoked)]))
        _ = try open(house)
        guard case .done = house.answer(.authorise) else { return #expect(Bool(false)) }
        expectEqual(house.answer(.authorise), .done([.refused(.revoked)]))
    }

    @Test func `refuses a sign-in that is declined or lacks a scope`() throws {
        house.server.with { $0.isDenied = true }
        _ = try open(house)
        expectEqual(house.answer(.authorise), .done([.refused(.revoked)]))
        house.server.with {
            $0.isDenied = false
            $0.grantedScopes = ["https://www.googleapis.com/auth/calendar.events"]
        }
        _ = try open(house)
        expectEqual(house.answer(.authorise), .done([.refused(.revoked)]))
    }

    @Test func `refuses a URL without a code`() {
        house.secrets.with { $0 = ["verifier": "v", "address": "http://127.0.0.1:8080/"] }
        expectEqual(house.answer(.authorise), .done([.refused(.badAddress)]))
    }

    @Test func `sends the client secret if there is one`() throws {
        house.server.with { $0.clients = ["client": "hush"] }
        expectEqual(house.answer(.findCalendars), .done([.refused(.wrongPassword)]))
        house.secrets.with { $0["clientSecret"] = "hush" }
        guard case .done(let results) = house.answer(.findCalendars) else {
            return #expect(Bool(false))
        }
        #expect(results.count == 1 && results[0] != .refused(.wrongPassword))
    }

    @Test func `keeps a granted token even if the calendars can't be listed`() throws {
        _ = try open(house)
        house.order(.backend, on: "calendarList.list")
        guard case .done(let results) = house.answer(.authorise),
            case .authorised(_, let remotes)? = results.first
        else { return #expect(Bool(false)) }
        #expect(remotes.isEmpty)
    }

    @Test func `revokes a sign-in at Google`() {
        expectEqual(house.answer(.revoke), .done([.revoked]))
        expectEqual(house.answer(.findCalendars), .done([.refused(.revoked)]))
        // The result is the same if Google can't be reached.
        house.order(.lostRequest)
        expectEqual(house.answer(.revoke), .done([.revoked]))
    }

    @Test func `the challenge is that of RFC 7636`() {
        expectEqual(
            GoogleSession.challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
            "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test func `uses Google's own URLs without a base`() {
        let addresses = GoogleAddresses(base: nil)
        expectEqual(
            addresses.calendar(["calendars", "a@b", "events"], [("syncToken", "x=/")])
                .map { $0.origin + $0.path },
            "https://www.googleapis.com/calendar/v3/calendars/a%40b/events?syncToken=x%3D%2F")
        expectEqual(addresses.token, "https://oauth2.googleapis.com/token")
    }
}

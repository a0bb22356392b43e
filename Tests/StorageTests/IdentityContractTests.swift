import Locks
import MemoryStorage
import Storage
import Sync
import Testing

/// The contract of sign-ins, for every engine.
@Suite struct IdentityContractTests {
    private static let kinds = EngineKind.allCases
    private static let later = Sample.now.adding(milliseconds: 60_000)

    private func token(
        _ role: Role = .host, in venue: String = "main", of engine: Engine
    ) async throws -> (token: TokenDigest, device: Device) {
        let issued = try engine.storage.issueToken(
            role: role, name: "Bar", venue: venue, now: Sample.now)
        return (try TokenDigest(of: issued.secret), issued.device)
    }

    private func device(_ token: TokenDigest, of engine: Engine) async throws -> Device? {
        try engine.storage.device(withToken: token)
    }

    private func link(_ role: Role, of engine: Engine) async throws -> String {
        try engine.storage.issueLink(
            role: role, venue: "main", now: Sample.now, lifetimeSeconds: 60)
    }

    private func follow(_ link: String, of engine: Engine) async throws -> LinkOutcome {
        try engine.storage.redeemLink(link, now: Sample.now, unlockedUntil: Self.later)
    }

    private func keep(
        _ access: AccessChange, rev: Int = 1, in venue: String = "main", of engine: Engine
    ) async throws {
        let entry = JournalEntry(event: Sample.event(rev), fingerprint: nil, access: access)
        let batch = JournalBatch(venue: venue, generation: 0, entries: [entry])
        try await engine.keep(batch)
    }

    @Test(arguments: kinds) func `a token leads to its own device only`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        let (token, made) = try await token(of: engine)
        let (other, _) = try await self.token(.owner, in: "terrace", of: engine)
        #expect(try await device(token, of: engine) == made)
        #expect(try await device(other, of: engine)?.venue == "terrace")
        #expect(try await device(TokenDigest(of: "nobody"), of: engine) == nil)
        let identity = engine.storage
        let here = try identity.device(made.id, in: "main")
        #expect(here == made)
        let elsewhere = try identity.device(made.id, in: "terrace")
        #expect(elsewhere == nil)
        let any = try identity.device(made.id)
        #expect(any == made)
        // This is what a command sees.
        let theirs = try engine.another()
        let seen = try theirs.device(withToken: token)
        #expect(seen == made)
        await #expect(throws: StoreError.noVenue(slug: "attic")) {
            _ = try await self.token(in: "attic", of: engine)
        }
    }

    @Test(arguments: kinds) func `lists the signed-in devices, the last seen first`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        let identity = engine.storage
        let (first, one) = try await token(of: engine)
        let (second, _) = try await token(.display, of: engine)
        let (gone, lost) = try await token(.display, of: engine)
        try identity.note(seen: [one.id: Self.later], presences: [:])
        let wasThere = try identity.revoke(device: lost.id, now: Sample.now)
        #expect(wasThere)
        for id in [lost.id, "d_none"] {
            let isThere = try identity.revoke(device: id, now: Sample.now)
            #expect(!isThere)
        }
        let all = try identity.signedInDevices(limit: 9)
        #expect(all.map(\.token) == [first, second])
        #expect(all.first?.device.seenAt == Self.later)
        let some = try identity.signedInDevices(limit: 1)
        #expect(some.map(\.token) == [first])
        #expect(try await device(gone, of: engine) == nil)
        let known = try identity.device(lost.id)
        #expect(known?.id == lost.id)
    }

    @Test(arguments: kinds) func `stores presences, and the roster shows them`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        let identity = engine.storage
        let (_, made) = try await token(of: engine)
        let lost = DevicePresence.lost(since: Sample.now)
        try identity.note(seen: [:], presences: [made.id: lost])
        let roster = try identity.roster(of: "main")
        #expect(roster.devices.map(\.presence) == [lost])
        #expect(!roster.hasPIN && roster.webhook == nil)
        try await keep(.setPIN(digest: "digest"), of: engine)
        try await keep(.setWebhook(address: "https://a.example"), rev: 2, of: engine)
        let set = try identity.roster(of: "main")
        #expect(set.hasPIN && set.webhook == "https://a.example")
        #expect(throws: StoreError.noVenue(slug: "attic")) {
            _ = try identity.roster(of: "attic")
        }
    }

    @Test(arguments: kinds) func `one of two concurrent followers of a link gets a token`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        let identity = engine.storage
        let link = try await link(.owner, of: engine)
        let before = try identity.refusal(ofLink: link, now: Sample.now)
        #expect(before == nil)
        async let one = follow(link, of: engine)
        async let other = follow(link, of: engine)
        let tokens = try await [one, other].compactMap { outcome in
            if case .token(let issued) = outcome { issued } else { nil }
        }
        #expect(tokens.count == 1)
        let issued = try #require(tokens.first)
        let device = try await device(TokenDigest(of: issued.secret), of: engine)
        #expect(device?.role == .owner && device?.isBrowser == true)
        guard
            case .used(.owner, venue: "main")? = try identity.refusal(ofLink: link, now: Sample.now),
            case .unknown? = try identity.refusal(ofLink: "nothing", now: Sample.now),
            case .unknown = try await follow("nothing", of: engine)
        else {
            Issue.record("a link is good once")
            return
        }
    }

    @Test(arguments: kinds) func `a link expires`(kind: EngineKind) async throws {
        let engine = try kind.make()
        let link = try await link(.host, of: engine)
        let outcome = try engine.storage.refusal(ofLink: link, now: Self.later)
        guard case .expired(.host, venue: "main")? = outcome else {
            Issue.record("a link of a minute is good for a minute")
            return
        }
    }

    @Test(arguments: kinds) func `counts wrong PINs, and the right one unlocks for a while`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        let identity = engine.storage
        let (token, made) = try await token(of: engine)
        #expect(try await device(token, of: engine)?.unlockedUntil == nil)
        try await keep(.setPIN(digest: "digest"), of: engine)
        #expect(
            try await device(token, of: engine)?.unlockedUntil == Instant(milliseconds: 0))
        try identity.noteWrongPIN(device: made.id, now: Sample.now)
        let state = try identity.pinState(ofDevice: made.id)
        #expect(state == PINState(digest: "digest", wrongCount: 1, wrongAt: Sample.now))
        for (digest, isRight) in [("another", false), ("digest", true)] {
            let isUnlocked = try identity.unlock(device: made.id, until: Self.later, digest: digest)
            #expect(isUnlocked == isRight)
        }
        #expect(try await device(token, of: engine)?.unlockedUntil == Self.later)
        #expect(try await device(token, of: engine)?.wrongPINCount == 0)
        try identity.lock(device: made.id)
        #expect(
            try await device(token, of: engine)?.unlockedUntil == Instant(milliseconds: 0))
        let nobody = try identity.pinState(ofDevice: "d_none")
        #expect(nobody == nil)
    }

    @Test(arguments: kinds) func `reports an event's change of a device before acknowledging it`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        let (token, made) = try await token(of: engine)
        let changes = Monitor<[IdentityChange]>([])
        engine.storage.observeIdentity { change in changes.withValue { $0.append(change) } }
        let told = [
            (AccessChange.setRole(device: made.id, .display), IdentityChange.device(made.id)),
            (.rename(device: made.id, name: "TV"), .device(made.id)),
            (.setPIN(digest: "digest"), .venue("main")),
            (.forgiveWrongPINs(device: made.id), .device(made.id)),
            (.revoke(device: made.id), .device(made.id)),
        ]
        for (rev, (access, change)) in told.enumerated() {
            if rev == 4 { #expect(try await device(token, of: engine)?.role == .display) }
            try await keep(access, rev: rev + 1, of: engine)
            #expect(changes.withValue { $0.last } == change)
        }
        #expect(try await device(token, of: engine) == nil)
        let count = changes.withValue { $0.count }
        try await keep(.setWebhook(address: nil), rev: 6, of: engine)
        #expect(changes.withValue { $0.count } == count)
    }

    @Test(.timeLimit(.minutes(1)), arguments: kinds)
    func `the mark shows a change by another process`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        let (token, made) = try await token(of: engine)
        let before = engine.storage.foreignMark
        let theirs = try engine.another()
        _ = try theirs.revoke(device: made.id, now: Sample.now)
        // An engine in a network needs a moment.
        while engine.storage.foreignMark == before { await Task.yield() }
        #expect(try await device(token, of: engine) == nil)
    }
}

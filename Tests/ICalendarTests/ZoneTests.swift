import ICalendar
import TestSupport
import Testing

@Suite struct ZoneTests {
    private func zone(_ name: String) throws -> Zone { try #require(Zone(name)) }
    private func local(_ text: String) throws -> LocalTime { try #require(LocalTime(text)) }

    @Test func `a skipped time uses the offset before the gap`() throws {
        let madrid = try zone("Europe/Madrid")
        let skipped = try local("2026-03-29T02:30")
        #expect(!madrid.exists(skipped))
        expectEqual(madrid.local(of: madrid.seconds(of: skipped)).text, "2026-03-29T03:30")
        #expect(madrid.exists(try local("2026-03-29T03:00")))
    }

    @Test func `a repeated time means its first pass`() throws {
        let madrid = try zone("Europe/Madrid")
        let twice = try local("2026-10-25T02:30")
        let first = madrid.seconds(of: twice)
        expectEqual(madrid.offset(at: first), 7200)
        expectEqual(madrid.local(of: first + 3600), twice)
    }

    @Test(arguments: [
        ("2026-01-15T12:00", "America/New_York", -18_000),
        ("2026-07-15T12:00", "America/New_York", -14_400),
        ("2150-07-15T12:00", "America/New_York", -14_400),
        ("2150-01-15T12:00", "Europe/Dublin", 0), ("2150-07-15T12:00", "Europe/Dublin", 3600),
        ("2026-01-15T12:00", "Australia/Lord_Howe", 39_600),
        ("2199-06-01T00:00", "Asia/Kathmandu", 20_700),
        ("1960-06-01T00:00", "Europe/Madrid", 3600), ("2026-07-15T12:00", "America/Nuuk", -3600),
    ])
    func `offsets are right in the far past and future`(text: String, name: String, offset: Int)
        throws
    {
        let zone = try zone(name)
        expectEqual(zone.offset(at: zone.seconds(of: try local(text))), offset)
    }

    @Test func `a day without midnight begins at the offset change`() throws {
        // In 2018, São Paulo went from 23:59:59 on 3 November to 01:00 on 4 November.
        let zone = try zone("America/Sao_Paulo")
        let day = try #require(CivilDate("2018-11-04"))
        expectEqual(zone.local(of: zone.startOfDay(day)).text, "2018-11-04T01:00")
        expectEqual(zone.local(of: zone.startOfDay(day) - 1).text, "2018-11-03T23:59:59")
    }

    @Test(arguments: [
        "Mars/Olympus", "", "../etc/passwd", "/etc/localtime", "Europe", "zone.tab",
        "europe/madrid",
        "posix/Europe/Madrid", "Romance Standard Time", "Europe/Madrid\0",
    ])
    func `returns nil for an unknown zone`(name: String) { expectNil(Zone(name)) }

    @Test func `resolves a zone by its Windows name`() {
        expectEqual(Zone.windows("Romance Standard Time")?.name, "Europe/Paris")
        expectNil(Zone.windows("Europe/Paris"))
    }

    @Test func `a zone that a file defines has its own offset changes`() throws {
        let text = [
            "BEGIN:VTIMEZONE", "TZID:Half-hour summer", "BEGIN:STANDARD", "TZOFFSETFROM:+1100",
            "TZOFFSETTO:+1030", "DTSTART:20080406T020000", "RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU",
            "END:STANDARD", "BEGIN:DAYLIGHT", "TZOFFSETFROM:+1030", "TZOFFSETTO:+1100",
            "DTSTART:20081005T020000", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=1SU", "END:DAYLIGHT",
            "END:VTIMEZONE",
        ].joined(separator: "\n")
        let zone = try #require(Zone(definition: text))
        expectEqual(zone.name, "Half-hour summer")
        expectEqual(zone.definition, text)
        expectEqual(zone.offset(at: zone.seconds(of: try local("2026-04-04T12:00"))), 39_600)
        expectEqual(zone.offset(at: zone.seconds(of: try local("2026-04-06T12:00"))), 37_800)
        expectEqual(zone, Zone(definition: text))
        #expect(try zone != self.zone("Australia/Lord_Howe"))
    }

    @Test(arguments: [
        "", "BEGIN:VTIMEZONE\nTZID:X\nEND:VTIMEZONE",
        "TZID:X\nBEGIN:STANDARD\nDTSTART:20000101T000000\nTZOFFSETFROM:+0100\nEND:STANDARD",
        "TZID:X\nBEGIN:STANDARD\nDTSTART:2000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0100\nEND:STANDARD",
        "TZID:X\nBEGIN:STANDARD\nDTSTART:20000101T000000\nTZOFFSETFROM:+9900\nTZOFFSETTO:+01\nEND:STANDARD",
    ])
    func `refuses a malformed zone definition`(text: String) {
        expectNil(Zone(definition: text))
    }
}

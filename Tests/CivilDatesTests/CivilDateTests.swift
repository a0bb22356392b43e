import Testing

@testable import CivilDates

@Suite struct CivilDateTests {
    @Test func `every day of 800 years follows the one before`() {
        var date = CivilDate(year: 1600, month: 1, day: 1)
        let first = date.daysSince1970
        for days in first..<first + 292_194 {
            #expect(CivilDate(daysSince1970: days) == date)
            #expect(date.daysSince1970 == days)
            date.day += 1
            if date.day > CivilDate.dayCount(year: date.year, month: date.month) {
                date.day = 1
                date.month = date.month % 12 + 1
                if date.month == 1 { date.year += 1 }
            }
        }
        #expect(date == CivilDate(year: 2400, month: 1, day: 1))
    }

    @Test(arguments: [
        (0, 1970, 1, 1), (-1, 1969, 12, 31), (11_016, 2000, 2, 29), (-719_162, 1, 1, 1),
        (-719_528, 0, 1, 1), (2_932_896, 9999, 12, 31),
    ])
    func `days are counted from 1970`(days: Int, year: Int, month: Int, day: Int) {
        #expect(CivilDate(daysSince1970: days) == CivilDate(year: year, month: month, day: day))
        #expect(CivilDate(year: year, month: month, day: day).daysSince1970 == days)
    }

    @Test func `a remainder is never negative`() {
        #expect([-8, -7, -1, 0, 6, 7].map { $0.remainder(ofFloored: 7) } == [6, 0, 6, 0, 6, 0])
    }
}

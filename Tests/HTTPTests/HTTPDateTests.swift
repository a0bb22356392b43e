import Foundation
import HTTP
import Testing

@Suite struct HTTPDateTests {
    @Test(arguments: [
        // The example of RFC 9110 section 5.6.7, then the edges of days, leap years and the format.
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
        (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        (-62_167_219_200, "Sat, 01 Jan 0000 00:00:00 GMT"),
    ])
    func `writes a date as the RFC requires`(_ seconds: Int, _ text: String) {
        #expect(HTTPDate(unixSeconds: seconds).description == text)
    }

    @Test func `clamps dates beyond four-digit years`() {
        #expect(HTTPDate(unixSeconds: .max) == HTTPDate(unixSeconds: 253_402_300_799))
        #expect(HTTPDate(unixSeconds: .min).description == "Sat, 01 Jan 0000 00:00:00 GMT")
    }

    @Test func `dates from 1900 to 2100 equal Foundation's`() {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        for seconds in stride(from: -2_208_988_800, through: 4_102_444_800, by: 7_654_321) {
            let date = Date(timeIntervalSince1970: TimeInterval(seconds))
            #expect(HTTPDate(unixSeconds: seconds).description == formatter.string(from: date))
        }
    }
}

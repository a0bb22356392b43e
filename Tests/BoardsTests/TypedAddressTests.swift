import Destinations
import TestSupport
import Testing

@testable import BoardKit

@Suite struct TypedAddressTests {
    @Test(arguments: [
        (" https://a.example/dav/ \n", "https://a.example/dav/"),
        ("HTTPS://a.example", "https://a.example"),
        ("https://a.example/long\r\n/\tpath", "https://a.example/long/path"),
        (
            "https://a.example/K\u{FC}che 1.ics?q=\"x\"&p=%20",
            "https://a.example/K%C3%BCche%201.ics?q=%22x%22&p=%20"
        ),
        ("https://b\u{FC}cher.example:8443/\u{E4}", "https://xn--bcher-kva.example:8443/%C3%A4"),
        ("https://BU\u{308}CHER.example", "https://xn--bcher-kva.example"),
        ("http://\u{2460}.1.1.1/", "http://1.1.1.1/"),
        ("https://a.example/x\\y", "https://a.example/x%5Cy"),
        ("https://[2001:db8::7]:81/", "https://[2001:db8::7]:81/"), ("", ""),
    ])
    func `converts a pasted address to its canonical form`(typed: String, address: String) {
        expectEqual(TypedAddress(typed).text, address)
        #expect(address.isEmpty || (try? Destination(address)) != nil)
    }

    @Test(arguments: [
        "https://a b/", "https://b\u{FC} cher.example/", "https://me@b\u{FC}cher.example/",
        "https://a.example\\@10.0.0.1/", "http:\\\\10.0.0.1", "b\u{FC}cher.example",
        "https://\u{200D}/", "https://\u{2460}\u{2461}.1/",
    ])
    func `refuses an ambiguous address`(typed: String) {
        #expect((try? Destination(TypedAddress(typed).text)) == nil)
    }
}

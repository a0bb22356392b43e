import CPlatform
import Glibc

/// The contents of a certificate to be made.
struct CertificateRequest {
    /// The longest common name (X.520).
    private static let nameCharactersMax = 64

    let name: String
    let hostNames: [String]
    let addresses: [String]
    let notBefore: Int64
    let notAfter: Int64

    func withForeign<Result>(
        _ body: (UnsafePointer<platform_certificate_request>) -> Result
    ) -> Result {
        let commonName = String(name.prefix(CertificateRequest.nameCharactersMax))
        return commonName.withCString { commonName in
            withCStrings(hostNames) { hostNames in
                withCStrings(self.addresses) { addresses in
                    var request = platform_certificate_request(
                        name: commonName, host_names: hostNames, addresses: addresses,
                        not_before: notBefore, not_after: notAfter)
                    return body(&request)
                }
            }
        }
    }

    private func withCStrings<Result>(
        _ names: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
        let copies = names.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        let pointers = copies.map { UnsafePointer($0) } + [nil]
        return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }
}

extension CertificateRequest {
    /// Creates the request for a hub's certificate. The times are in seconds since 1970; the last
    /// one is included.
    init(for names: [ServerName], from notBefore: Int64, through notAfter: Int64) {
        self.init(
            name: "Tablecast hub", hostNames: names.filter { !$0.isAddress }.map(\.text),
            addresses: names.filter(\.isAddress).map(\.text), notBefore: notBefore,
            notAfter: notAfter)
    }
}

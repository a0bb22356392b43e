import CPlatform
import Glibc

/// What a certificate is to say.
struct CertificateRequest {
    /// X.520 has no more room for a common name.
    private static let nameCharactersMax = 64

    let name: String
    let names: [ServerName]
    let notBefore: Int64
    let notAfter: Int64

    func withForeign<Result>(
        _ body: (UnsafePointer<platform_certificate_request>) -> Result
    ) -> Result {
        let commonName = String(name.prefix(CertificateRequest.nameCharactersMax))
        return commonName.withCString { commonName in
            withCStrings(names.filter { !$0.isAddress }) { hostNames in
                withCStrings(names.filter(\.isAddress)) { addresses in
                    var request = platform_certificate_request(
                        name: commonName, host_names: hostNames, addresses: addresses,
                        not_before: notBefore, not_after: notAfter)
                    return body(&request)
                }
            }
        }
    }

    private func withCStrings<Result>(
        _ names: [ServerName], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
        let copies = names.map { strdup($0.text) }
        defer { for copy in copies { free(copy) } }
        let pointers = copies.map { UnsafePointer($0) } + [nil]
        return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }
}

import Glibc
import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(5)))
struct TLSContextTests {
    private let authority: TestAuthority

    init() throws { authority = try TestAuthority() }

    private func refusal(certificate: String, key: String) -> TLSError? {
        let configuration = TLSConfiguration(certificatePath: certificate, keyPath: key)
        return #expect(throws: TLSError.self) { try TLSContext(configuration) }
    }

    @Test func `a certificate has its names and its validity period`() throws {
        let now: Int64 = 1_800_000_000
        let names = ["hub.local", "192.0.2.7", "2001:db8::1"]
        let authority = try TestAuthority(at: now, names: names)
        let certificate = try TLSContext(authority.configuration).certificate
        #expect(certificate.names == ["hub.local", "192.0.2.7", "2001:db8:0:0:0:0:0:1"])
        #expect(certificate.validity(at: now) == .valid)
        #expect(certificate.validity(at: certificate.notBefore) == .valid)
        #expect(certificate.validity(at: certificate.notBefore - 1) == .notYet)
        #expect(certificate.validity(at: certificate.notAfter) == .valid)
        #expect(certificate.validity(at: certificate.notAfter + 1) == .expired)
    }

    @Test func `the error for a missing file names it`() throws {
        let key = authority.configuration.keyPath
        let missing = SystemError(errno: ENOENT, call: "open")
        #expect(
            refusal(certificate: "/no/such.pem", key: key)
                == .unreadable(path: "/no/such.pem", missing))
        #expect(
            refusal(certificate: authority.configuration.certificatePath, key: "/no/such.pem")
                == .unreadable(path: "/no/such.pem", missing))
    }

    @Test(arguments: ["", "\0", "no certificate\n", "-----BEGIN CERTIFICATE-----\nAAAA\n"])
    func `refuses a file that is not PEM`(text: String) throws {
        let other = try authority.write(text)
        let (certificate, key) = (
            authority.configuration.certificatePath, authority.configuration.keyPath
        )
        #expect(refusal(certificate: other, key: key) == .noCertificate(path: other))
        #expect(refusal(certificate: certificate, key: other) == .noKey(path: other))
        #expect(throws: TLSError.noCertificate(path: other)) {
            try TLSClientContext(authoritiesPath: other)
        }
    }

    @Test func `refuses a key in place of the certificate, and the reverse`() throws {
        let (certificate, key) = (
            authority.configuration.certificatePath, authority.configuration.keyPath
        )
        #expect(refusal(certificate: key, key: key) == .noCertificate(path: key))
        #expect(
            refusal(certificate: certificate, key: certificate) == .noKey(path: certificate))
    }

    @Test func `refuses a damaged certificate further down the chain`() throws {
        let whole = try System.contents(
            of: authority.configuration.certificatePath, bytesMax: 1 << 16)
        let text = String(decoding: whole, as: UTF8.self)
        let lines = text.split(separator: "\n")
        let broken = lines[..<3].joined(separator: "\n") + "\n" + lines[lines.count - 1] + "\n"
        let other = try authority.write(text + broken)
        #expect(
            refusal(certificate: other, key: authority.configuration.keyPath)
                == .noCertificate(path: other))
        let doubled = try authority.write(text + text)
        _ = try TLSContext(
            TLSConfiguration(
                certificatePath: doubled, keyPath: authority.configuration.keyPath))
    }

    @Test func `refuses a key of another certificate`() throws {
        let one = try TestAuthority()
        let other = try TestAuthority()
        let error = refusal(
            certificate: one.configuration.certificatePath, key: other.configuration.keyPath)
        #expect(
            error
                == .keyMismatch(
                    certificatePath: one.configuration.certificatePath,
                    keyPath: other.configuration.keyPath))
        #expect(error?.description.contains("\n") == false)
    }

    @Test func `refuses a key with a passphrase without asking for it`() throws {
        // PBES2 with a useless key. The encryption is noticed before anything is decrypted.
        let other = try authority.write(
            """
            -----BEGIN ENCRYPTED PRIVATE KEY-----
            MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAhFU4EDmMdvywICCAAw
            DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEJpGJ8VIUhS3RUJAo7aMF8kEgZAx
            MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAhFU4EDmMdvywICCAAw
            DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEJpGJ8VIUhS3RUJAo7aMF8kEgZAx
            MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAhFU4EDmMdvywICCAAw
            -----END ENCRYPTED PRIVATE KEY-----

            """)
        #expect(
            refusal(certificate: authority.configuration.certificatePath, key: other)
                == .encryptedKey(path: other))
    }

    @Test func `refuses an endless file`() throws {
        #expect(
            refusal(certificate: "/dev/zero", key: authority.configuration.keyPath)
                == .unreadable(path: "/dev/zero", SystemError(errno: EFBIG, call: "read")))
    }

    @Test func `rotates the keys of tickets at their interval`() throws {
        let context = try TLSContext(authority.configuration)
        let hour = Duration.seconds(3600).nanosecondsClamped
        // The first connection starts the interval.
        #expect(!context.rotateTicketKeyIfDue(at: 100 * hour))
        #expect(!context.rotateTicketKeyIfDue(at: 106 * hour - 1))
        #expect(context.rotateTicketKeyIfDue(at: 106 * hour))
        #expect(!context.rotateTicketKeyIfDue(at: 106 * hour))
        #expect(context.rotateTicketKeyIfDue(at: 500 * hour))
    }
}

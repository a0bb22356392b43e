import ArgumentParser
import Certificates
import Terminal
import Transport

/// The hub's certificate for https, and its key.
struct TLSCertificateOption: ParsableArguments {
    @Option(
        help: """
            The certificate for https in PEM, with the intermediate ones \
            (TABLECAST_TLS_CERTIFICATE); by default the one made by `tablecast certificate`, if there \
            is one. Read again on SIGHUP.
            """)
    private var tlsCertificate: String?

    @Option(help: "Its key, in PEM (TABLECAST_TLS_KEY).")
    private var tlsKey: String?

    private var certificate: String? { tlsCertificate ?? Environment.text("TLS_CERTIFICATE") }

    /// Whether the certificate was given by options, rather than made by `tablecast certificate`.
    var isGiven: Bool { certificate != nil }

    /// A sentence that says how to get a new certificate.
    var renewal: String {
        certificate == nil
            ? "`tablecast certificate` makes one." : "Put a new one in its place."
    }

    /// Returns the given files, or those that `tablecast certificate` has made in the data folder, or
    /// `nil` if there are none.
    func configuration(in dataFolder: String) throws -> TLSConfiguration? {
        switch (certificate, tlsKey ?? Environment.text("TLS_KEY")) {
        case (nil, nil):
            return LocalAuthority.issuedConfiguration(
                in: CertificateCommand.folder(in: dataFolder))
        case (let certificate?, let key?):
            return TLSConfiguration(certificatePath: certificate, keyPath: key)
        default: throw ValidationError("--tls-certificate and --tls-key must be used together.")
        }
    }
}

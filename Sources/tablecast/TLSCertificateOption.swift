import ArgumentParser
import Certificates
import Transport

/// The certificate that the hub speaks https with, and its key.
struct TLSCertificateOption: ParsableArguments {
    @Option(
        help: """
            The certificate to speak https with, in PEM, with those that lead to an authority \
            (TABLECAST_TLS_CERTIFICATE); by default the one that `tablecast certificate` made, if it \
            did. Read again on SIGHUP.
            """)
    private var tlsCertificate: String?

    @Option(help: "Its key, in PEM (TABLECAST_TLS_KEY).")
    private var tlsKey: String?

    private var certificate: String? { tlsCertificate ?? Environment.text("TLS_CERTIFICATE") }

    /// Whether it is not the one that `tablecast certificate` makes.
    var isNamed: Bool { certificate != nil }

    /// How to get another one, when it runs out: a sentence.
    var renewal: String {
        certificate == nil
            ? "`tablecast certificate` makes one." : "Put a new one in its place."
    }

    /// What was named, or what `tablecast certificate` has put into the data folder; `nil` when neither
    /// has been done.
    func configuration(in dataFolder: String) throws -> TLSConfiguration? {
        switch (certificate, tlsKey ?? Environment.text("TLS_KEY")) {
        case (nil, nil):
            return LocalAuthority.issuedConfiguration(
                in: CertificateCommand.folder(in: dataFolder))
        case (let certificate?, let key?):
            return TLSConfiguration(certificatePath: certificate, keyPath: key)
        default: throw ValidationError("--tls-certificate and --tls-key go together.")
        }
    }
}

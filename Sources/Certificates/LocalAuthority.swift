import CPlatform
public import Transport

/// # The room `Certificates`
///
/// An authority of one's own, for networks on which no public one vouches for anybody: it is made
/// once, trusted once on each device, and signs the certificates of the servers on the network.
/// Everything lies in one folder, which `LocalAuthority` describes.
///
/// What it refuses: names that a certificate can't hold or that the authority may not vouch for, to
/// sign for longer than browsers accept, and to replace a key that exists.

/// The authority of one folder: `authority.pem` and `authority-key.pem`, and `server.pem` and
/// `server-key.pem`, which it signed. The keys are for the owner's eyes only (mode 0600), on the
/// curve P-256.
public struct LocalAuthority: Sendable {
    /// Three years: a key that was stolen is good for no longer, and a house that renews its server's
    /// certificate every year has to visit its devices at every third time only.
    private static let authorityLifetime: Int64 = 1096 * 86_400
    /// Safari takes no certificate that is valid for more than 398 days.
    private static let serverLifetime: Int64 = 397 * 86_400
    /// Clocks of tablets go wrong; one that is slow would find a new certificate not valid yet.
    private static let clockTolerance: Int64 = 86_400

    /// The authority's own certificate, whose `bytes` (DER) devices are to trust.
    public let certificate: TLSCertificate
    /// Where it lies, in PEM.
    public let certificatePath: String
    /// Whether it was made just now, so that devices have still to be told.
    public let isNew: Bool
    private let folder: CertificateFolder
    private let certificatePEM: [UInt8]
    private let key: [UInt8]

    /// Finds the authority in the folder at `path`, or makes the folder and it, under `name`, which
    /// people will see in the settings of their devices; `now` in seconds since 1970. A new one may
    /// vouch for what exists on private networks only, and for `names`.
    public init(
        path: String, name: String = "Tablecast", permitting names: [ServerName] = [],
        at now: Int64
    ) throws(CertificateError) {
        folder = try CertificateFolder(path: path)
        certificatePath = folder.path(of: CertificateFolder.authority)
        let keyName = CertificateFolder.authorityKey
        guard folder.has(keyName) || !folder.has(CertificateFolder.authority) else {
            throw .missingKey(
                certificatePath: certificatePath, keyPath: folder.path(of: keyName))
        }
        key = try LocalAuthority.key(named: keyName, in: folder)
        if let found = try folder.read(CertificateFolder.authority) {
            certificatePEM = found
            isNew = false
        } else {
            certificatePEM = try LocalAuthority.makeCertificate(
                of: name, permitting: names, for: key, in: folder, at: now)
            isNew = true
        }
        certificate = try LocalAuthority.parse(certificatePEM, at: certificatePath)
        let fits = platform_certificate_fits(certificatePEM, certificatePEM.count, key, key.count)
        guard fits == 1 else {
            throw .mismatch(
                certificatePath: certificatePath, keyPath: folder.path(of: keyName))
        }
    }

    /// The SHA-256 digest of the certificate, as devices show it, for people to compare:
    /// `AB:12:…`.
    public var fingerprint: String {
        var digest = [UInt8](repeating: 0, count: 32)
        _ = platform_sha256(certificate.bytes, certificate.bytes.count, &digest)
        let digits = Array("0123456789ABCDEF")
        return digest.map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }
            .joined(separator: ":")
    }

    /// Whether devices that trust the authority accept `name` in a certificate that it signed.
    public func permits(_ name: ServerName) throws(CertificateError) -> Bool {
        let request = CertificateRequest(
            for: [name], from: certificate.notBefore, through: certificate.notAfter)
        let signed = try sign(request, for: key)
        return platform_certificate_vouches(
            certificatePEM, certificatePEM.count, signed, signed.count) == 1
    }

    /// Signs a certificate for a server of these names, in place of the last one; its key stays the
    /// same. `now` in seconds since 1970.
    public func issue(
        for names: [ServerName], at now: Int64
    ) throws(CertificateError) -> IssuedCertificate {
        guard !names.isEmpty else { throw .noNames }
        guard certificate.validity(at: now) != .expired else {
            throw .authorityExpired(path: certificatePath)
        }
        var refused: [String] = []
        for name in names where try !permits(name) { refused.append(name.text) }
        guard refused.isEmpty else { throw .notPermitted(names: refused, path: certificatePath) }
        let serverKey = try LocalAuthority.key(named: CertificateFolder.serverKey, in: folder)
        let notBefore = now - LocalAuthority.clockTolerance
        // The last second belongs to it (RFC 5280, 4.1.2.5).
        let notAfter = min(notBefore + LocalAuthority.serverLifetime - 1, certificate.notAfter)
        let issued = try sign(
            CertificateRequest(for: names, from: notBefore, through: notAfter), for: serverKey)
        try folder.write(issued, to: CertificateFolder.server)
        let path = folder.path(of: CertificateFolder.server)
        return IssuedCertificate(
            configuration: folder.serverConfiguration,
            certificate: try LocalAuthority.parse(issued, at: path))
    }

    private func sign(
        _ request: CertificateRequest, for serverKey: [UInt8]
    ) throws(CertificateError) -> [UInt8] {
        let signed = request.withForeign { request in
            CertificateBytes.take {
                platform_certificate_issue(
                    request, serverKey, serverKey.count, certificatePEM, certificatePEM.count, key,
                    key.count, $0)
            }
        }
        guard let signed else { throw .refused }
        return signed
    }

    /// What was last issued in the folder at `path`; nil when nothing was. Makes nothing.
    public static func issuedConfiguration(in path: String) -> TLSConfiguration? {
        let folder = CertificateFolder(existing: path)
        return folder.has(CertificateFolder.server) ? folder.serverConfiguration : nil
    }

    /// The certificate of the authority in the folder at `path`, whose key may be elsewhere; nil
    /// when there is none. Makes nothing.
    public static func certificate(in path: String) throws(CertificateError) -> TLSCertificate? {
        let folder = CertificateFolder(existing: path)
        let name = CertificateFolder.authority
        return try folder.read(name).map { (pem) throws(CertificateError) in
            try parse(pem, at: folder.path(of: name))
        }
    }

    /// Where the authority of the folder at `path` has its certificate; nil when there is none.
    /// Makes nothing.
    public static func certificatePath(in path: String) -> String? {
        let folder = CertificateFolder(existing: path)
        let name = CertificateFolder.authority
        return folder.has(name) ? folder.path(of: name) : nil
    }

    private static func key(
        named name: String, in folder: CertificateFolder
    ) throws(CertificateError) -> [UInt8] {
        if let found = try folder.read(name) { return found }
        guard let made = CertificateBytes.take({ platform_key_make($0) }) else { throw .refused }
        return try folder.writeSecret(made, to: name)
    }

    private static func makeCertificate(
        of name: String, permitting names: [ServerName], for key: [UInt8],
        in folder: CertificateFolder, at now: Int64
    ) throws(CertificateError) -> [UInt8] {
        let notBefore = now - clockTolerance
        let permitted = PermittedNames(including: names)
        let request = CertificateRequest(
            name: name, hostNames: permitted.hostNames, addresses: permitted.addresses,
            notBefore: notBefore, notAfter: notBefore + authorityLifetime - 1)
        let made = request.withForeign { request in
            CertificateBytes.take {
                platform_certificate_make_authority(request, key, key.count, $0)
            }
        }
        guard let made else { throw .refused }
        try folder.write(made, to: CertificateFolder.authority)
        return made
    }

    private static func parse(
        _ pem: [UInt8], at path: String
    ) throws(CertificateError) -> TLSCertificate {
        let der = CertificateBytes.take { platform_certificate_from_pem(pem, pem.count, $0) }
        guard let certificate = der.flatMap(TLSCertificate.init) else { throw .damaged(path: path) }
        return certificate
    }
}

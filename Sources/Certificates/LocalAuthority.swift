import CPlatform
import Glibc
public import Transport

/// # The room `Certificates`
///
/// A local certificate authority, for networks on which no public authority issues certificates. It
/// is made once, trusted once on each device, and signs the certificates of the servers on the
/// network.
///
/// The room refuses names that a certificate can't contain or that the authority may not vouch for,
/// validity periods longer than browsers accept, and replacing an existing key.

/// A certificate authority in one folder.
///
/// `authority.pem` and `authority-key.pem` are its certificate and key. `server.pem` and
/// `server-key.pem` are those of the server, whose certificate it signed. The keys are on the curve
/// P-256 and readable only by the owner (mode 0600).
public struct LocalAuthority: Sendable {
    /// The lifetime of an authority: three years. A stolen key becomes useless after that, and an
    /// operator who renews the server's certificate every year has to visit the devices only every
    /// third time.
    private static let authorityLifetime: Int64 = 1096 * 86_400
    /// The lifetime of a server's certificate. Safari refuses more than 398 days.
    private static let serverLifetime: Int64 = 397 * 86_400
    /// The time by which a new certificate is backdated, because clocks of tablets may be slow.
    private static let clockTolerance: Int64 = 86_400

    /// The authority's own certificate. Devices have to trust its `bytes` (DER).
    public let certificate: TLSCertificate
    /// The certificate's file in PEM.
    public let certificatePath: String
    /// Whether the authority was just made, so that devices don't trust it yet.
    public let isNew: Bool
    private let folder: CertificateFolder
    private let certificatePEM: [UInt8]
    private let key: [UInt8]

    /// Opens the authority in the folder at `path`, or creates both. A new authority may vouch only
    /// for names and addresses of private networks, and for `names`.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - name: The authority's name, which people see in the settings of their devices.
    ///   - names: Other names for which a new authority may vouch.
    ///   - now: The time in seconds since 1970.
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

    /// The SHA-256 digest of the certificate in the form in which devices show it, for comparison
    /// by people: `AB:12:…`.
    public var fingerprint: String {
        var digest = [UInt8](repeating: 0, count: 32)
        _ = platform_sha256(certificate.bytes, certificate.bytes.count, &digest)
        let digits = Array("0123456789ABCDEF")
        return digest.map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }
            .joined(separator: ":")
    }

    /// Returns whether devices that trust the authority accept `name` in a certificate signed by
    /// it.
    public func permits(_ name: ServerName) throws(CertificateError) -> Bool {
        let request = CertificateRequest(
            for: [name], from: certificate.notBefore, through: certificate.notAfter)
        let signed = try sign(request, for: key)
        return platform_certificate_vouches(
            certificatePEM, certificatePEM.count, signed, signed.count) == 1
    }

    /// Signs a certificate for a server with these names, and replaces the last one. The server's
    /// key stays the same. `now` is in seconds since 1970.
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
        // The last second is included (RFC 5280, 4.1.2.5).
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

    /// Returns the files of the last certificate that was issued in the folder at `path`; `nil` if
    /// none was. Creates nothing.
    public static func issuedConfiguration(in path: String) -> TLSConfiguration? {
        let folder = CertificateFolder(existing: path)
        return folder.has(CertificateFolder.server) ? folder.serverConfiguration : nil
    }

    /// Returns the certificate of the authority in the folder at `path`, even if its key is
    /// elsewhere; `nil` if it does not exist. Creates nothing.
    public static func certificate(in path: String) throws(CertificateError) -> TLSCertificate? {
        let folder = CertificateFolder(existing: path)
        let name = CertificateFolder.authority
        return try folder.read(name).map { (pem) throws(CertificateError) in
            try parse(pem, at: folder.path(of: name))
        }
    }

    /// Returns the path of the authority's certificate in the folder at `path`; `nil` if it does
    /// not exist. Creates nothing.
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

/// A server's certificate, and the files that contain it and its key.
public struct IssuedCertificate: Sendable, Hashable {
    /// The files, as `TLSContext` takes them.
    public let configuration: TLSConfiguration
    public let certificate: TLSCertificate
}

/// Bytes that a function of `CPlatform` allocated.
enum CertificateBytes {
    /// Copies the bytes that `body` returns, and frees them. Returns `nil` if `body` returns NULL.
    static func take(
        _ body: (UnsafeMutablePointer<Int>) -> UnsafeMutablePointer<UInt8>?
    ) -> [UInt8]? {
        var count = 0
        guard let bytes = body(&count) else { return nil }
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}

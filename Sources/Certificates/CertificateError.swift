/// The reason why a certificate could not be made, in one line for the operator.
public enum CertificateError: Error, Sendable, Hashable, CustomStringConvertible {
    case unwritable(path: String, reason: String)
    case unreadable(path: String, reason: String)
    /// The file no longer has the content that was written to it.
    case damaged(path: String)
    /// The authority's key does not belong to its certificate.
    case mismatch(certificatePath: String, keyPath: String)
    /// The authority's certificate exists but its key doesn't. A new key would not belong to it.
    case missingKey(certificatePath: String, keyPath: String)
    case authorityExpired(path: String)
    /// The authority may not vouch for these names.
    case notPermitted(names: [String], path: String)
    /// The text is neither a host name nor an address.
    case invalidName(String)
    /// No name was given for the server.
    case noNames
    /// OpenSSL failed.
    case refused

    public var description: String {
        switch self {
        case .unwritable(let path, let reason): "\(path) can't be written (\(reason))"
        case .unreadable(let path, let reason): "\(path) can't be read (\(reason))"
        case .damaged(let path): "\(path) is damaged; restore it from a copy, or move it away"
        case .mismatch(let certificatePath, let keyPath):
            "the key in \(keyPath) does not belong to the certificate in \(certificatePath)"
        case .missingKey(let certificatePath, let keyPath):
            "\(keyPath) is missing; restore it, or move \(certificatePath) away for a new authority, "
                + "which all devices have to trust again"
        case .authorityExpired(let path):
            "the authority in \(path) has expired; move it away for a new one, which all devices have "
                + "to trust again"
        case .notPermitted(let names, let path):
            "the authority in \(path) may not vouch for \(names.joined(separator: ", ")); move it "
                + "away for a new one that may, which all devices have to trust again"
        case .invalidName(let name):
            "\(name.debugDescription) is neither a host's name (letters, digits, hyphens, dots) "
                + "nor an address"
        case .noNames: "a certificate needs at least one name or address"
        case .refused: "OpenSSL could not make the certificate"
        }
    }
}

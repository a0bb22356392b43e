/// Why certificates could not be made, in one line for whoever asked for them.
public enum CertificateError: Error, Sendable, Hashable, CustomStringConvertible {
    case unwritable(path: String, reason: String)
    case unreadable(path: String, reason: String)
    /// What the file holds is not what was once written there.
    case damaged(path: String)
    /// The authority's certificate and key are not of one pair.
    case mismatch(certificatePath: String, keyPath: String)
    /// The authority's certificate is there and its key is not; a new key would not belong to it.
    case missingKey(certificatePath: String, keyPath: String)
    case authorityExpired(path: String)
    /// The authority may not vouch for these names.
    case notPermitted(names: [String], path: String)
    /// No name of a host and no address.
    case invalidName(String)
    /// A server without names is nobody.
    case noNames
    /// OpenSSL could not do it.
    case refused

    public var description: String {
        switch self {
        case .unwritable(let path, let reason): "\(path) can't be written (\(reason))"
        case .unreadable(let path, let reason): "\(path) can't be read (\(reason))"
        case .damaged(let path): "\(path) is damaged; bring it back from a copy, or move it away"
        case .mismatch(let certificatePath, let keyPath):
            "the key in \(keyPath) does not belong to the certificate in \(certificatePath)"
        case .missingKey(let certificatePath, let keyPath):
            "\(keyPath) is missing; bring it back, or move \(certificatePath) away for an authority "
                + "that all devices have to be told of anew"
        case .authorityExpired(let path):
            "the authority in \(path) has expired; move it away, and trust the new one everywhere"
        case .notPermitted(let names, let path):
            "the authority in \(path) may not vouch for \(names.joined(separator: ", ")); move it "
                + "away for one that may, which all devices have to be told of anew"
        case .invalidName(let name):
            "\(name.debugDescription) is neither a host's name (letters, digits, hyphens, dots) "
                + "nor an address"
        case .noNames: "a certificate needs at least one name or address"
        case .refused: "OpenSSL could not make the certificate"
        }
    }
}

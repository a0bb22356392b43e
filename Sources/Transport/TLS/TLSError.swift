import CPlatform

/// The reason why a certificate, a key or a list of authorities can't be used, in one line for the
/// operator.
public enum TLSError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file doesn't exist, can't be read, or is too large.
    case unreadable(path: String, SystemError)
    /// The file has no certificate in PEM, or a damaged one.
    case noCertificate(path: String)
    /// The file has no private key in PEM.
    case noKey(path: String)
    /// The key has a passphrase, which a server can't ask for.
    case encryptedKey(path: String)
    case keyMismatch(certificatePath: String, keyPath: String)
    /// OpenSSL doesn't accept the certificate or the key, for example because it is too short.
    case refused(path: String, reason: String)
    case noMemory

    public var description: String {
        switch self {
        case .unreadable(let path, let error): "\(path) can't be read (\(error))"
        case .noCertificate(let path): "\(path) holds no readable certificate in PEM"
        case .noKey(let path): "\(path) holds no readable private key in PEM"
        case .encryptedKey(let path):
            "the key in \(path) has a passphrase; write it without one (openssl pkey)"
        case .keyMismatch(let certificatePath, let keyPath):
            "the key in \(keyPath) does not belong to the certificate in \(certificatePath)"
        case .refused(let path, let reason): "\(path) can't be used: \(reason)"
        case .noMemory: "OpenSSL could not be set up: no memory is left"
        }
    }

    init(
        _ refusal: platform_tls_refusal, _ failure: platform_tls_failure,
        certificatePath: String, keyPath: String
    ) {
        let reason = TLSFailure(failure).reason
        switch refusal {
        case PLATFORM_TLS_NO_CERTIFICATE: self = .noCertificate(path: certificatePath)
        case PLATFORM_TLS_NO_KEY: self = .noKey(path: keyPath)
        case PLATFORM_TLS_ENCRYPTED_KEY: self = .encryptedKey(path: keyPath)
        case PLATFORM_TLS_KEY_MISMATCH:
            self = .keyMismatch(certificatePath: certificatePath, keyPath: keyPath)
        case PLATFORM_TLS_CERTIFICATE_REFUSED:
            self = .refused(path: certificatePath, reason: reason)
        case PLATFORM_TLS_KEY_REFUSED: self = .refused(path: keyPath, reason: reason)
        default: self = .noMemory
        }
    }
}

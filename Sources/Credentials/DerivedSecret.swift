import Storage

/// Secrets that are derived from a venue's key. They are not stored, and a repeated answer contains
/// the same secret.
package enum DerivedSecret {
    private static let byteCount = 18

    /// - Parameter purpose: the secret's purpose and subject; unique for each secret.
    /// - Returns: 144 bits in base64url.
    package static func text(for purpose: String, key: [UInt8]) -> String {
        let code = Digests.authenticationCode(of: Array(purpose.utf8), key: key)
        return Base64URL.text(of: Array(code.prefix(byteCount)))
    }
}

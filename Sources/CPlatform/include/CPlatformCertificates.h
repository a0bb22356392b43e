// X.509 certificates with OpenSSL: reading them, and making those of a local authority.
#ifndef CPLATFORM_CERTIFICATES_H
#define CPLATFORM_CERTIFICATES_H

#include <stddef.h>
#include <stdint.h>

/// Bytes that the caller frees with `free`. The functions below return NULL if OpenSSL fails or
/// there is no memory, and set `*count` otherwise.
typedef uint8_t platform_bytes;

/// Returns the validity period of a certificate (DER) in seconds since 1970. Returns 1, or 0 if it
/// can't be read.
int platform_certificate_dates(
    const void *der, size_t der_count, int64_t *not_before, int64_t *not_after);
/// Returns the names and addresses of a certificate (subjectAltName), each followed by a newline.
platform_bytes *platform_certificate_names(const void *der, size_t der_count, size_t *count);
/// Returns whether an authority's certificate (DER) has name constraints.
int platform_certificate_is_constrained(const void *der, size_t der_count);

/// Returns a new private key on the curve P-256, in PEM.
platform_bytes *platform_key_make(size_t *count);

/// Returns the first certificate of a PEM text in DER.
platform_bytes *platform_certificate_from_pem(const void *pem, size_t pem_count, size_t *count);

/// The contents of a certificate to be made.
typedef struct platform_certificate_request {
    /// The subject's common name.
    const char *name;
    /// Host names and numeric addresses, ending with NULL: those of a server, or those that an
    /// authority may vouch for. In the latter case, each address is followed by a slash and its
    /// mask.
    const char *const *host_names;
    const char *const *addresses;
    /// The validity period in seconds since 1970.
    int64_t not_before;
    int64_t not_after;
} platform_certificate_request;

/// Returns the self-signed certificate of an authority for `key` (PEM), in PEM.
platform_bytes *platform_certificate_make_authority(
    const platform_certificate_request *request, const void *key, size_t key_count, size_t *count);
/// Returns a server's certificate for `key`, signed by the authority, in PEM.
platform_bytes *platform_certificate_issue(
    const platform_certificate_request *request, const void *key, size_t key_count,
    const void *authority, size_t authority_count, const void *authority_key,
    size_t authority_key_count, size_t *count);
/// Returns whether a client that trusts only the authority accepts the certificate as a server's
/// (both PEM). Ignores the time and the server's name.
int platform_certificate_vouches(
    const void *authority, size_t authority_count, const void *certificate,
    size_t certificate_count);
/// Returns whether the key belongs to the certificate (both PEM).
int platform_certificate_fits(
    const void *certificate, size_t certificate_count, const void *key, size_t key_count);

#endif

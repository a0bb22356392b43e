// Certificates (X.509) from OpenSSL: reading them, and making those of a local authority.
#ifndef CPLATFORM_CERTIFICATES_H
#define CPLATFORM_CERTIFICATES_H

#include <stddef.h>
#include <stdint.h>

/// Bytes that the caller frees with `free`; the functions below give NULL when OpenSSL refused or
/// there is no memory, and else set `*count`.
typedef uint8_t platform_bytes;

/// From when to when the certificate (DER) is valid, in seconds since 1970. 1 when it can be read.
int platform_certificate_dates(
    const void *der, size_t der_count, int64_t *not_before, int64_t *not_after);
/// The names and addresses that it is for (subjectAltName), each followed by a newline.
platform_bytes *platform_certificate_names(const void *der, size_t der_count, size_t *count);
/// Whether the certificate (DER), an authority's, is held to certain names.
int platform_certificate_is_constrained(const void *der, size_t der_count);

/// A new private key on the curve P-256, in PEM.
platform_bytes *platform_key_make(size_t *count);

/// The first certificate of a text in PEM, in DER.
platform_bytes *platform_certificate_from_pem(const void *pem, size_t pem_count, size_t *count);

/// What a certificate is to say.
typedef struct platform_certificate_request {
    /// The subject's common name.
    const char *name;
    /// Names and addresses in digits that a server has, or that an authority may vouch for, where
    /// each address is followed by a slash and its mask; NULL marks the end.
    const char *const *host_names;
    const char *const *addresses;
    /// In seconds since 1970.
    int64_t not_before;
    int64_t not_after;
} platform_certificate_request;

/// The certificate of an authority that signs its own, for `key` (PEM), in PEM.
platform_bytes *platform_certificate_make_authority(
    const platform_certificate_request *request, const void *key, size_t key_count, size_t *count);
/// A server's certificate for `key`, signed by the authority, in PEM.
platform_bytes *platform_certificate_issue(
    const platform_certificate_request *request, const void *key, size_t key_count,
    const void *authority, size_t authority_count, const void *authority_key,
    size_t authority_key_count, size_t *count);
/// Whether who trusts the authority alone accepts the certificate as a server's, whatever the time
/// and the server's name (both PEM).
int platform_certificate_vouches(
    const void *authority, size_t authority_count, const void *certificate,
    size_t certificate_count);
/// Whether the key belongs to the certificate (both PEM).
int platform_certificate_fits(
    const void *certificate, size_t certificate_count, const void *key, size_t key_count);

#endif

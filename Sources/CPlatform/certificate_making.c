#include "CPlatformCertificates.h"

#include <limits.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <stdlib.h>
#include <string.h>

static BIO *memory(const void *bytes, size_t count) {
    return count > INT_MAX ? NULL : BIO_new_mem_buf(bytes, (int)count);
}

static int no_passphrase(char *buffer, int capacity, int is_writing, void *argument) {
    (void)buffer, (void)capacity, (void)is_writing, (void)argument;
    return -1;
}

static EVP_PKEY *read_key(const void *pem, size_t count) {
    BIO *bio = memory(pem, count);
    EVP_PKEY *key = bio == NULL ? NULL : PEM_read_bio_PrivateKey(bio, NULL, no_passphrase, NULL);
    BIO_free(bio);
    return key;
}

static X509 *read_certificate(const void *pem, size_t count) {
    BIO *bio = memory(pem, count);
    X509 *certificate = bio == NULL ? NULL : PEM_read_bio_X509(bio, NULL, no_passphrase, NULL);
    BIO_free(bio);
    return certificate;
}

/// Copies the bytes of `bio` and frees it. The bytes may be secret.
static platform_bytes *take(BIO *bio, int is_written, size_t *count) {
    platform_bytes *copy = NULL;
    char *bytes = NULL;
    long length = bio == NULL ? 0 : BIO_get_mem_data(bio, &bytes);
    if (is_written && length > 0) copy = malloc((size_t)length);
    if (copy != NULL) {
        memcpy(copy, bytes, (size_t)length);
        *count = (size_t)length;
    }
    BIO_free(bio);
    ERR_clear_error();
    return copy;
}

platform_bytes *platform_key_make(size_t *count) {
    EVP_PKEY *key = EVP_EC_gen("P-256");
    BIO *bio = BIO_new(BIO_s_secmem());
    int is_written = key != NULL && bio != NULL
        && PEM_write_bio_PKCS8PrivateKey(bio, key, NULL, NULL, 0, NULL, NULL);
    EVP_PKEY_free(key);
    return take(bio, is_written, count);
}

platform_bytes *platform_certificate_from_pem(const void *pem, size_t pem_count, size_t *count) {
    X509 *certificate = read_certificate(pem, pem_count);
    BIO *bio = BIO_new(BIO_s_mem());
    int is_written = certificate != NULL && bio != NULL && i2d_X509_bio(bio, certificate);
    X509_free(certificate);
    return take(bio, is_written, count);
}

int platform_certificate_fits(
    const void *certificate, size_t certificate_count, const void *key, size_t key_count) {
    X509 *read = read_certificate(certificate, certificate_count);
    EVP_PKEY *private = read_key(key, key_count);
    int fits = read != NULL && private != NULL && X509_check_private_key(read, private);
    X509_free(read);
    EVP_PKEY_free(private);
    ERR_clear_error();
    return fits;
}

/// Sets a serial number of 127 random bits, of which the highest is set so that the length is
/// always the same (RFC 5280, 4.1.2.2: positive, at most 20 bytes).
static int set_serial(X509 *certificate) {
    BIGNUM *serial = BN_new();
    int is_set = serial != NULL && BN_rand(serial, 127, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY)
        && BN_to_ASN1_INTEGER(serial, X509_get_serialNumber(certificate)) != NULL;
    BN_free(serial);
    return is_set;
}

static X509 *begin(const platform_certificate_request *request, EVP_PKEY *key) {
    X509 *certificate = X509_new();
    if (certificate == NULL) return NULL;
    X509_NAME *subject = X509_get_subject_name(certificate);
    if (X509_set_version(certificate, X509_VERSION_3) && set_serial(certificate)
        && ASN1_TIME_set(X509_getm_notBefore(certificate), (time_t)request->not_before) != NULL
        && ASN1_TIME_set(X509_getm_notAfter(certificate), (time_t)request->not_after) != NULL
        && X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8,
                                      (const unsigned char *)request->name, -1, -1, 0)
        && X509_set_pubkey(certificate, key))
        return certificate;
    X509_free(certificate);
    return NULL;
}

/// Adds an extension in the notation of x509v3_config(5). `value` is always a constant, never
/// input.
static int add(X509 *certificate, X509 *issuer, int kind, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, value);
    int is_added = extension != NULL && X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return is_added;
}

static int append(GENERAL_NAMES *names, int kind, void *value) {
    GENERAL_NAME *name = value == NULL ? NULL : GENERAL_NAME_new();
    if (name == NULL) {
        ASN1_STRING_free(value);
        return 0;
    }
    GENERAL_NAME_set0_value(name, kind, value);
    if (sk_GENERAL_NAME_push(names, name)) return 1;
    GENERAL_NAME_free(name);
    return 0;
}

static ASN1_IA5STRING *ia5(const char *text) {
    ASN1_IA5STRING *string = ASN1_IA5STRING_new();
    if (string != NULL && ASN1_STRING_set(string, text, -1)) return string;
    ASN1_IA5STRING_free(string);
    return NULL;
}

static int add_names(X509 *certificate, const platform_certificate_request *request) {
    GENERAL_NAMES *names = sk_GENERAL_NAME_new_null();
    int is_added = names != NULL;
    for (const char *const *name = request->host_names; is_added && *name != NULL; name++)
        is_added = append(names, GEN_DNS, ia5(*name));
    for (const char *const *name = request->addresses; is_added && *name != NULL; name++)
        is_added = append(names, GEN_IPADD, a2i_IPADDRESS(*name));
    is_added = is_added
        && X509_add1_ext_i2d(certificate, NID_subject_alt_name, names, 0, X509V3_ADD_DEFAULT) == 1;
    sk_GENERAL_NAME_pop_free(names, GENERAL_NAME_free);
    return is_added;
}

static int permit(NAME_CONSTRAINTS *constraints, int kind, void *value) {
    GENERAL_SUBTREE *subtree = value == NULL ? NULL : GENERAL_SUBTREE_new();
    if (subtree == NULL) {
        ASN1_STRING_free(value);
        return 0;
    }
    GENERAL_NAME_set0_value(subtree->base, kind, value);
    if (sk_GENERAL_SUBTREE_push(constraints->permittedSubtrees, subtree)) return 1;
    GENERAL_SUBTREE_free(subtree);
    return 0;
}

/// The constraints are critical, as RFC 5280, section 4.2.1.10, requires: software that does not
/// support them must not trust the certificate.
static int add_constraints(X509 *certificate, const platform_certificate_request *request) {
    NAME_CONSTRAINTS *constraints = NAME_CONSTRAINTS_new();
    if (constraints != NULL) constraints->permittedSubtrees = sk_GENERAL_SUBTREE_new_null();
    int is_added = constraints != NULL && constraints->permittedSubtrees != NULL;
    for (const char *const *name = request->host_names; is_added && *name != NULL; name++)
        is_added = permit(constraints, GEN_DNS, ia5(*name));
    for (const char *const *network = request->addresses; is_added && *network != NULL; network++)
        is_added = permit(constraints, GEN_IPADD, a2i_IPADDRESS_NC(*network));
    is_added = is_added
        && X509_add1_ext_i2d(
               certificate, NID_name_constraints, constraints, 1, X509V3_ADD_DEFAULT) == 1;
    NAME_CONSTRAINTS_free(constraints);
    return is_added;
}

static platform_bytes *write_certificate(X509 *certificate, int is_made, size_t *count) {
    BIO *bio = BIO_new(BIO_s_mem());
    int is_written = is_made && bio != NULL && PEM_write_bio_X509(bio, certificate);
    X509_free(certificate);
    return take(bio, is_written, count);
}

platform_bytes *platform_certificate_make_authority(
    const platform_certificate_request *request, const void *key, size_t key_count, size_t *count) {
    EVP_PKEY *own = read_key(key, key_count);
    X509 *made = own == NULL ? NULL : begin(request, own);
    int is_made = made != NULL
        && X509_set_issuer_name(made, X509_get_subject_name(made))
        && add(made, made, NID_basic_constraints, "critical,CA:TRUE,pathlen:0")
        && add(made, made, NID_key_usage, "critical,keyCertSign")
        && add(made, made, NID_ext_key_usage, "serverAuth")
        && add_constraints(made, request)
        && add(made, made, NID_subject_key_identifier, "hash")
        && add(made, made, NID_authority_key_identifier, "keyid:always")
        && X509_sign(made, own, EVP_sha256());
    EVP_PKEY_free(own);
    return write_certificate(made, is_made, count);
}

platform_bytes *platform_certificate_issue(
    const platform_certificate_request *request, const void *key, size_t key_count,
    const void *authority, size_t authority_count, const void *authority_key,
    size_t authority_key_count, size_t *count) {
    EVP_PKEY *own = read_key(key, key_count);
    EVP_PKEY *signer = read_key(authority_key, authority_key_count);
    X509 *issuer = read_certificate(authority, authority_count);
    X509 *made = own == NULL || signer == NULL || issuer == NULL ? NULL : begin(request, own);
    int is_made = made != NULL
        && X509_set_issuer_name(made, X509_get_subject_name(issuer))
        && add(made, issuer, NID_basic_constraints, "critical,CA:FALSE")
        && add(made, issuer, NID_key_usage, "critical,digitalSignature")
        && add(made, issuer, NID_ext_key_usage, "serverAuth")
        && add(made, issuer, NID_subject_key_identifier, "hash")
        && add(made, issuer, NID_authority_key_identifier, "keyid:always")
        && add_names(made, request)
        && X509_sign(made, signer, EVP_sha256());
    X509_free(issuer);
    EVP_PKEY_free(signer);
    EVP_PKEY_free(own);
    return write_certificate(made, is_made, count);
}

int platform_certificate_vouches(
    const void *authority, size_t authority_count, const void *certificate,
    size_t certificate_count) {
    X509 *anchor = read_certificate(authority, authority_count);
    X509 *server = read_certificate(certificate, certificate_count);
    X509_STORE *anchors = X509_STORE_new();
    X509_STORE_CTX *context = X509_STORE_CTX_new();
    int is_accepted = anchor != NULL && server != NULL && anchors != NULL && context != NULL
        && X509_STORE_add_cert(anchors, anchor)
        && X509_STORE_set_flags(anchors, X509_V_FLAG_NO_CHECK_TIME)
        && X509_STORE_set_purpose(anchors, X509_PURPOSE_SSL_SERVER)
        && X509_STORE_CTX_init(context, anchors, server, NULL) && X509_verify_cert(context) == 1;
    X509_STORE_CTX_free(context);
    X509_STORE_free(anchors);
    X509_free(server);
    X509_free(anchor);
    ERR_clear_error();
    return is_accepted;
}

#include "tls_context.h"
#include "tls_wire.h"

#include <limits.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509_vfy.h>
#include <stdlib.h>
#include <string.h>

void platform_tls_context_free(platform_tls_context *context) {
    if (context == NULL) return;
    SSL_CTX_free(context->ssl);
    pthread_mutex_destroy(&context->mutex);
    OPENSSL_cleanse(context->keys, sizeof context->keys);
    free(context);
}

static int keep_to(SSL_CTX *ssl, const platform_tls_rules *rules) {
    SSL_CTX_set_options(ssl, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION
                                 | SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA);
    // The caller's bytes may move between two attempts but don't change.
    SSL_CTX_set_mode(ssl, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER
                              | SSL_MODE_AUTO_RETRY);
    SSL_CTX_set_timeout(ssl, rules->session_seconds);
    return SSL_CTX_set_min_proto_version(ssl, rules->version_min)
        && SSL_CTX_set_max_proto_version(ssl, rules->version_max)
        && SSL_CTX_set_cipher_list(ssl, rules->ciphers)
        && SSL_CTX_set_ciphersuites(ssl, rules->suites)
        && SSL_CTX_set1_groups_list(ssl, rules->groups);
}

static platform_tls_context *new_context(const SSL_METHOD *method,
                                         const platform_tls_rules *rules) {
    platform_tls_context *context = calloc(1, sizeof *context + rules->protocols_count);
    if (context == NULL) return NULL;
    pthread_mutex_init(&context->mutex, NULL);
    context->protocols_count = rules->protocols_count;
    if (rules->protocols_count > 0)
        memcpy(context->protocols, rules->protocols, rules->protocols_count);
    context->ssl = SSL_CTX_new(method);
    if (context->ssl != NULL && keep_to(context->ssl, rules)) return context;
    platform_tls_context_free(context);
    return NULL;
}

static BIO *memory(const void *bytes, size_t count) {
    return count > INT_MAX ? NULL : BIO_new_mem_buf(bytes, (int)count);
}

// Fails instead of asking for a passphrase at a terminal that isn't there.
static int no_passphrase(char *buffer, int capacity, int is_writing, void *was_asked) {
    (void)buffer, (void)capacity, (void)is_writing;
    *(int *)was_asked = 1;
    return -1;
}

// The end of the text is not an error; a damaged certificate before it is.
static int is_at_end(void) {
    unsigned long code = ERR_peek_last_error();
    return ERR_GET_LIB(code) == ERR_LIB_PEM && ERR_GET_REASON(code) == PEM_R_NO_START_LINE;
}

static enum platform_tls_refusal use_issuers(SSL_CTX *ssl, BIO *bio) {
    X509 *issuer;
    while ((issuer = PEM_read_bio_X509(bio, NULL, NULL, NULL)) != NULL) {
        if (SSL_CTX_add0_chain_cert(ssl, issuer)) continue;
        X509_free(issuer);
        return PLATFORM_TLS_CERTIFICATE_REFUSED;
    }
    return is_at_end() ? PLATFORM_TLS_ACCEPTED : PLATFORM_TLS_NO_CERTIFICATE;
}

static enum platform_tls_refusal use_chain(SSL_CTX *ssl, const void *bytes, size_t count) {
    BIO *bio = memory(bytes, count);
    if (bio == NULL) return PLATFORM_TLS_NO_MEMORY;
    enum platform_tls_refusal refusal = PLATFORM_TLS_CERTIFICATE_REFUSED;
    X509 *certificate = PEM_read_bio_X509(bio, NULL, NULL, NULL);
    if (certificate == NULL) refusal = PLATFORM_TLS_NO_CERTIFICATE;
    else if (SSL_CTX_use_certificate(ssl, certificate)) refusal = use_issuers(ssl, bio);
    X509_free(certificate);
    BIO_free(bio);
    return refusal;
}

static enum platform_tls_refusal use_key(SSL_CTX *ssl, const void *bytes, size_t count) {
    BIO *bio = memory(bytes, count);
    if (bio == NULL) return PLATFORM_TLS_NO_MEMORY;
    int was_asked = 0;
    EVP_PKEY *key = PEM_read_bio_PrivateKey(bio, NULL, no_passphrase, &was_asked);
    BIO_free(bio);
    if (key == NULL) return was_asked ? PLATFORM_TLS_ENCRYPTED_KEY : PLATFORM_TLS_NO_KEY;
    enum platform_tls_refusal refusal = PLATFORM_TLS_ACCEPTED;
    if (!X509_check_private_key(SSL_CTX_get0_certificate(ssl), key))
        refusal = PLATFORM_TLS_KEY_MISMATCH;
    else if (!SSL_CTX_use_PrivateKey(ssl, key)) refusal = PLATFORM_TLS_KEY_REFUSED;
    EVP_PKEY_free(key);
    return refusal;
}

static int select_protocol(SSL *ssl, const unsigned char **name, unsigned char *name_count,
                           const unsigned char *offered, unsigned offered_count, void *argument) {
    (void)ssl;
    const platform_tls_context *context = argument;
    if (SSL_select_next_proto((unsigned char **)name, name_count, context->protocols,
                              context->protocols_count, offered, offered_count)
        == OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_OK;
    // Without a common protocol the connection would only fail later (RFC 7301, section 3.2).
    return SSL_TLSEXT_ERR_ALERT_FATAL;
}

static enum platform_tls_refusal serve(
    platform_tls_context *context, const void *chain, size_t chain_count, const void *key,
    size_t key_count) {
    SSL_CTX *ssl = context->ssl;
    // Tickets contain the whole session, so no session cache is needed.
    SSL_CTX_set_session_cache_mode(ssl, SSL_SESS_CACHE_OFF);
    if (!tls_tickets_attach(context)) return PLATFORM_TLS_NO_MEMORY;
    SSL_CTX_set_cert_cb(ssl, tls_before_full_handshake, NULL);
    if (context->protocols_count > 0)
        SSL_CTX_set_alpn_select_cb(ssl, select_protocol, context);
    enum platform_tls_refusal refusal = use_chain(ssl, chain, chain_count);
    return refusal == PLATFORM_TLS_ACCEPTED ? use_key(ssl, key, key_count) : refusal;
}

static enum platform_tls_refusal trust(SSL_CTX *ssl, const void *bytes, size_t count) {
    if (count == 0)
        return SSL_CTX_set_default_verify_paths(ssl) ? PLATFORM_TLS_ACCEPTED
                                                     : PLATFORM_TLS_NO_CERTIFICATE;
    BIO *bio = memory(bytes, count);
    if (bio == NULL) return PLATFORM_TLS_NO_MEMORY;
    int trusted = 0;
    X509 *authority;
    while ((authority = PEM_read_bio_X509(bio, NULL, NULL, NULL)) != NULL) {
        trusted += X509_STORE_add_cert(SSL_CTX_get_cert_store(ssl), authority);
        X509_free(authority);
    }
    BIO_free(bio);
    return trusted > 0 && is_at_end() ? PLATFORM_TLS_ACCEPTED : PLATFORM_TLS_NO_CERTIFICATE;
}

static platform_tls_context *accepted(platform_tls_context *context,
                                      enum platform_tls_refusal refusal,
                                      platform_tls_failure *failure) {
    tls_take_errors(failure);
    if (refusal == PLATFORM_TLS_ACCEPTED) return context;
    platform_tls_context_free(context);
    return NULL;
}

platform_tls_context *platform_tls_server_context(
    const platform_tls_rules *rules, const void *chain, size_t chain_count, const void *key,
    size_t key_count, enum platform_tls_refusal *refusal, platform_tls_failure *failure) {
    ERR_clear_error();
    platform_tls_context *context = new_context(TLS_server_method(), rules);
    *refusal = context == NULL ? PLATFORM_TLS_NO_MEMORY
                               : serve(context, chain, chain_count, key, key_count);
    return accepted(context, *refusal, failure);
}

platform_tls_context *platform_tls_client_context(
    const platform_tls_rules *rules, const void *authorities, size_t authorities_count,
    enum platform_tls_refusal *refusal, platform_tls_failure *failure) {
    ERR_clear_error();
    platform_tls_context *context = new_context(TLS_client_method(), rules);
    *refusal = PLATFORM_TLS_NO_MEMORY;
    if (context != NULL) {
        SSL_CTX_set_verify(context->ssl, SSL_VERIFY_PEER, NULL);
        // Unlike the other functions, this one returns 0 on success.
        if (rules->protocols_count == 0
            || SSL_CTX_set_alpn_protos(context->ssl, rules->protocols, rules->protocols_count) == 0)
            *refusal = trust(context->ssl, authorities, authorities_count);
    }
    return accepted(context, *refusal, failure);
}

uint8_t *platform_tls_certificate(platform_tls_context *context, size_t *count) {
    X509 *certificate = SSL_CTX_get0_certificate(context->ssl);
    int length = certificate == NULL ? -1 : i2d_X509(certificate, NULL);
    uint8_t *bytes = length <= 0 ? NULL : malloc((size_t)length);
    if (bytes == NULL) return NULL;
    uint8_t *end = bytes;
    *count = (size_t)i2d_X509(certificate, &end);
    return bytes;
}

#include "tls_context.h"
#include "tls_wire.h"

#include <limits.h>
#include <openssl/err.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

/// The number of reads that one record takes: OpenSSL reads its head and the rest separately.
/// Without a limit, OpenSSL would read all records without application data at once, which a peer
/// could make expensive.
enum { takes_per_read = 2 };

static SSL *ssl_of(const platform_tls *tls) { return (SSL *)tls; }

static SSL *new_ssl(platform_tls_context *context) {
    SSL *ssl = SSL_new(context->ssl);
    if (ssl != NULL && !tls_wire_attach(ssl)) {
        SSL_free(ssl);
        ssl = NULL;
    }
    ERR_clear_error();
    return ssl;
}

platform_tls *platform_tls_accepting(platform_tls_context *context) {
    SSL *ssl = new_ssl(context);
    if (ssl != NULL) SSL_set_accept_state(ssl);
    if (ssl != NULL) tls_wire_count_records(ssl);
    return (platform_tls *)ssl;
}

platform_tls *platform_tls_connecting(platform_tls_context *context, const char *host) {
    SSL *ssl = new_ssl(context);
    if (ssl == NULL) return NULL;
    SSL_set_connect_state(ssl);
    X509_VERIFY_PARAM *rules = SSL_get0_param(ssl);
    X509_VERIFY_PARAM_set_hostflags(rules, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    // A numeric address takes part in the check, but must not be in SNI (RFC 6066, section 3).
    int is_set = X509_VERIFY_PARAM_set1_ip_asc(rules, host)
        || (SSL_set1_host(ssl, host) && SSL_set_tlsext_host_name(ssl, host));
    ERR_clear_error();
    if (is_set) return (platform_tls *)ssl;
    SSL_free(ssl);
    return NULL;
}

void platform_tls_free(platform_tls *tls) { SSL_free(ssl_of(tls)); }

void platform_tls_hold(platform_tls *tls, int is_held) {
    SSL *ssl = ssl_of(tls);
    // Any pointer means that the handshake is held. It is never dereferenced.
    SSL_set_app_data(ssl, is_held ? ssl : NULL);
}

int tls_before_full_handshake(SSL *ssl, void *argument) {
    (void)argument;
    return SSL_get_app_data(ssl) == NULL ? 1 : -1;
}

static enum platform_tls_outcome outcome(
    SSL *ssl, int result, platform_tls_failure *failure) {
    switch (SSL_get_error(ssl, result)) {
    case SSL_ERROR_NONE: return PLATFORM_TLS_DONE;
    case SSL_ERROR_WANT_READ: return PLATFORM_TLS_WANTS_INPUT;
    case SSL_ERROR_WANT_WRITE: return PLATFORM_TLS_WANTS_ROOM;
    case SSL_ERROR_ZERO_RETURN: return PLATFORM_TLS_FINISHED;
    // The result while `tls_before_full_handshake` returns -1.
    case SSL_ERROR_WANT_X509_LOOKUP: return PLATFORM_TLS_HELD;
    default: break;
    }
    tls_take_errors(failure);
    failure->is_of_verification =
        ERR_GET_LIB(failure->code) == ERR_LIB_SSL
        && ERR_GET_REASON(failure->code) == SSL_R_CERTIFICATE_VERIFY_FAILED;
    if (failure->is_of_verification)
        failure->reason = X509_verify_cert_error_string(SSL_get_verify_result(ssl));
    return PLATFORM_TLS_FAILED;
}

enum platform_tls_outcome platform_tls_handshake(
    platform_tls *tls, platform_tls_wire *wire, platform_tls_failure *failure) {
    SSL *ssl = ssl_of(tls);
    unsigned control_records = wire->control_records;
    tls_wire_lend(ssl, wire, UINT_MAX);
    ERR_clear_error();
    enum platform_tls_outcome result = outcome(ssl, SSL_do_handshake(ssl), failure);
    tls_wire_lend(ssl, NULL, 0);
    // Records of the handshake itself don't count.
    wire->control_records = control_records;
    return result;
}

enum platform_tls_outcome platform_tls_read(
    platform_tls *tls, platform_tls_wire *wire, void *bytes, size_t capacity, size_t *count,
    platform_tls_failure *failure) {
    SSL *ssl = ssl_of(tls);
    *count = 0;
    tls_wire_lend(ssl, wire, takes_per_read);
    ERR_clear_error();
    enum platform_tls_outcome result =
        outcome(ssl, SSL_read_ex(ssl, bytes, capacity, count), failure);
    tls_wire_lend(ssl, NULL, 0);
    // There is more input, but the limit of takes was reached.
    if (result == PLATFORM_TLS_WANTS_INPUT && wire->input_count > 0) return PLATFORM_TLS_DONE;
    return result;
}

enum platform_tls_outcome platform_tls_write(
    platform_tls *tls, platform_tls_wire *wire, const void *bytes, size_t count,
    platform_tls_failure *failure) {
    SSL *ssl = ssl_of(tls);
    size_t written = 0;
    tls_wire_lend(ssl, wire, UINT_MAX);
    ERR_clear_error();
    enum platform_tls_outcome result =
        outcome(ssl, SSL_write_ex(ssl, bytes, count, &written), failure);
    tls_wire_lend(ssl, NULL, 0);
    return result;
}

enum platform_tls_outcome platform_tls_change_keys(
    platform_tls *tls, platform_tls_wire *wire, platform_tls_failure *failure) {
    SSL *ssl = ssl_of(tls);
    tls_wire_lend(ssl, wire, UINT_MAX);
    ERR_clear_error();
    SSL_key_update(ssl, SSL_KEY_UPDATE_REQUESTED);
    enum platform_tls_outcome result = outcome(ssl, SSL_do_handshake(ssl), failure);
    tls_wire_lend(ssl, NULL, 0);
    return result;
}

void platform_tls_finish(platform_tls *tls, platform_tls_wire *wire) {
    SSL *ssl = ssl_of(tls);
    tls_wire_lend(ssl, wire, UINT_MAX);
    SSL_shutdown(ssl);
    ERR_clear_error();
    tls_wire_lend(ssl, NULL, 0);
}

int platform_tls_version(const platform_tls *tls) { return SSL_version(ssl_of(tls)); }

const char *platform_tls_cipher(const platform_tls *tls) { return SSL_get_cipher(ssl_of(tls)); }

int platform_tls_is_resumed(const platform_tls *tls) { return SSL_session_reused(ssl_of(tls)); }

const uint8_t *platform_tls_protocol(const platform_tls *tls, size_t *count) {
    const unsigned char *name = NULL;
    unsigned name_count = 0;
    SSL_get0_alpn_selected(ssl_of(tls), &name, &name_count);
    *count = name_count;
    return name;
}

platform_tls_ticket *platform_tls_ticket_of(platform_tls *tls) {
    SSL_SESSION *session = SSL_get1_session(ssl_of(tls));
    if (session != NULL && !SSL_SESSION_is_resumable(session)) {
        SSL_SESSION_free(session);
        session = NULL;
    }
    return (platform_tls_ticket *)session;
}

int platform_tls_resume(platform_tls *tls, platform_tls_ticket *ticket) {
    int result = SSL_set_session(ssl_of(tls), (SSL_SESSION *)ticket);
    ERR_clear_error();
    return result;
}

void platform_tls_ticket_free(platform_tls_ticket *ticket) {
    SSL_SESSION_free((SSL_SESSION *)ticket);
}

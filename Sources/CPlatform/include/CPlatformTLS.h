// TLS from OpenSSL as a codec without I/O. Received bytes go in and bytes to send come out, both in
// memory that the caller lends for one call.
#ifndef CPLATFORM_TLS_H
#define CPLATFORM_TLS_H

#include <stddef.h>
#include <stdint.h>

/// The certificate, key and rules that connections share (an SSL_CTX). Any thread may use it.
typedef struct platform_tls_context platform_tls_context;
/// A connection (an SSL). Only one thread may use it at a time.
typedef struct platform_tls platform_tls;
/// A session that a client can resume (an SSL_SESSION).
typedef struct platform_tls_ticket platform_tls_ticket;

/// The two ends of a wire during one call. Taking input advances `input` and reduces `input_count`.
/// Output is appended to what `output` already holds.
typedef struct platform_tls_wire {
    const uint8_t *input;
    size_t input_count;
    uint8_t *output;
    size_t output_count;
    size_t output_capacity;
    /// The number of times that input may still be taken in this call. Each call sets it.
    unsigned takes_left;
    /// The number of records without application data (handshake messages, alerts) that were read.
    /// `platform_tls_read` adds to it.
    unsigned control_records;
} platform_tls_wire;

enum platform_tls_outcome {
    PLATFORM_TLS_DONE,
    /// More input is needed.
    PLATFORM_TLS_WANTS_INPUT,
    /// `output` is full. Empty it and call again with the same bytes.
    PLATFORM_TLS_WANTS_ROOM,
    /// The peer has sent close_notify.
    PLATFORM_TLS_FINISHED,
    /// The handshake has stopped before its expensive part, as `platform_tls_hold` requested.
    PLATFORM_TLS_HELD,
    /// The connection is unusable. `output` may hold an alert for the peer.
    PLATFORM_TLS_FAILED,
};

/// An error of OpenSSL with its description, a constant; NULL if OpenSSL has no description.
typedef struct platform_tls_failure {
    unsigned long code;
    const char *reason;
    /// 1 if the peer's certificate could not be verified. `reason` describes that error then.
    int is_of_verification;
} platform_tls_failure;

enum platform_tls_refusal {
    PLATFORM_TLS_ACCEPTED,
    PLATFORM_TLS_NO_MEMORY,
    PLATFORM_TLS_NO_CERTIFICATE,
    PLATFORM_TLS_NO_KEY,
    PLATFORM_TLS_ENCRYPTED_KEY,
    PLATFORM_TLS_CERTIFICATE_REFUSED,
    PLATFORM_TLS_KEY_REFUSED,
    PLATFORM_TLS_KEY_MISMATCH,
};

/// The rules for both sides, in OpenSSL's notation. Versions are TLS's numbers (0x0303 is 1.2).
/// `protocols` is in the wire format of RFC 7301, section 3.1: each name follows its length.
typedef struct platform_tls_rules {
    uint16_t version_min;
    uint16_t version_max;
    const char *ciphers;
    const char *suites;
    const char *groups;
    const uint8_t *protocols;
    unsigned protocols_count;
    /// The time for which a session can be resumed.
    unsigned session_seconds;
} platform_tls_rules;

/// Creates a server's context from its certificate chain and key in PEM. A client that names
/// protocols has to name one of those in the rules. On failure, returns NULL and sets `refusal` and
/// `failure`.
platform_tls_context *platform_tls_server_context(
    const platform_tls_rules *rules, const void *chain, size_t chain_count, const void *key,
    size_t key_count, enum platform_tls_refusal *refusal, platform_tls_failure *failure);
/// Creates a client's context that trusts the authorities in PEM, or the system's if `authorities`
/// is empty.
platform_tls_context *platform_tls_client_context(
    const platform_tls_rules *rules, const void *authorities, size_t authorities_count,
    enum platform_tls_refusal *refusal, platform_tls_failure *failure);
/// Frees a context, which must have no connections left.
void platform_tls_context_free(platform_tls_context *context);
/// Makes a new key for new tickets. Tickets of the two keys before it are still accepted. Returns 0
/// if there is no randomness.
int platform_tls_rotate_ticket_keys(platform_tls_context *context);
/// Returns the server's certificate in DER. The caller frees it with `free`.
uint8_t *platform_tls_certificate(platform_tls_context *context, size_t *count);

/// Creates the server's side of a connection. Returns NULL if there is no memory.
platform_tls *platform_tls_accepting(platform_tls_context *context);
/// Creates the client's side of a connection. The server's certificate has to be valid for `host`,
/// a name or numeric address.
platform_tls *platform_tls_connecting(platform_tls_context *context, const char *host);
void platform_tls_free(platform_tls *tls);

/// Makes a server's handshake stop before its key exchange and signature if `is_held` is 1, or
/// continue if it is 0. A handshake that resumes a session needs no signature and does not stop.
void platform_tls_hold(platform_tls *tls, int is_held);

enum platform_tls_outcome platform_tls_handshake(
    platform_tls *tls, platform_tls_wire *wire, platform_tls_failure *failure);
/// Reads at most one record's worth of data. Takes one record, or two if the first has no
/// application data. In that case it is done with a `count` of 0, and more may be waiting.
enum platform_tls_outcome platform_tls_read(
    platform_tls *tls, platform_tls_wire *wire, void *bytes, size_t capacity, size_t *count,
    platform_tls_failure *failure);
/// Encrypts `bytes`. If the outcome is done, all of them were taken.
enum platform_tls_outcome platform_tls_write(
    platform_tls *tls, platform_tls_wire *wire, const void *bytes, size_t count,
    platform_tls_failure *failure);
/// Changes the sending keys and asks the peer to change its own (KeyUpdate of TLS 1.3, RFC 8446,
/// section 4.6.3).
enum platform_tls_outcome platform_tls_change_keys(
    platform_tls *tls, platform_tls_wire *wire, platform_tls_failure *failure);
/// Writes close_notify.
void platform_tls_finish(platform_tls *tls, platform_tls_wire *wire);

/// The number of TLS's version, the name of the cipher suite, and whether a session was resumed.
int platform_tls_version(const platform_tls *tls);
const char *platform_tls_cipher(const platform_tls *tls);
int platform_tls_is_resumed(const platform_tls *tls);
/// Returns the agreed protocol (ALPN), or NULL if none was agreed on.
const uint8_t *platform_tls_protocol(const platform_tls *tls, size_t *count);

/// Returns NULL if the session can't be resumed (yet).
platform_tls_ticket *platform_tls_ticket_of(platform_tls *tls);
int platform_tls_resume(platform_tls *tls, platform_tls_ticket *ticket);
void platform_tls_ticket_free(platform_tls_ticket *ticket);

#endif

// TLS from OpenSSL as a codec without I/O: what came from the network goes in, what is to be sent
// comes out, both in memory that the caller lends for one call.
#ifndef CPLATFORM_TLS_H
#define CPLATFORM_TLS_H

#include <stddef.h>
#include <stdint.h>

/// What connections have in common: certificate, key, rules (an SSL_CTX). Any thread may use one.
typedef struct platform_tls_context platform_tls_context;
/// One connection (an SSL). One thread at a time.
typedef struct platform_tls platform_tls;
/// What a client needs to take a session up again (an SSL_SESSION).
typedef struct platform_tls_ticket platform_tls_ticket;

/// The two ends of a wire, for the length of one call. Input that was taken moves `input` and
/// `input_count` on; output is put behind what `output` already holds.
typedef struct platform_tls_wire {
    const uint8_t *input;
    size_t input_count;
    uint8_t *output;
    size_t output_count;
    size_t output_capacity;
    /// How often input may still be taken in this call; set by each call.
    unsigned takes_left;
    /// How many records came that hold no application data (handshake messages, alerts), counted up
    /// by `platform_tls_read`.
    unsigned control_records;
} platform_tls_wire;

enum platform_tls_outcome {
    PLATFORM_TLS_DONE,
    /// Nothing can go on before more has come.
    PLATFORM_TLS_WANTS_INPUT,
    /// `output` is full: empty it and call again with the same bytes.
    PLATFORM_TLS_WANTS_ROOM,
    /// The peer has said that this was all (close_notify).
    PLATFORM_TLS_FINISHED,
    /// The connection is of no use any more; `output` may hold an alert that says so.
    PLATFORM_TLS_FAILED,
};

/// Why OpenSSL refused something, in its own words, which are constants; NULL when it has none.
typedef struct platform_tls_failure {
    unsigned long code;
    const char *reason;
    /// 1 when the peer's certificate could not be verified; the words are about that then.
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

/// What both sides have to keep to, in OpenSSL's own notation; versions are TLS's numbers (0x0303
/// is 1.2). `protocols` is in the wire form of RFC 7301, section 3.1: each name behind its length.
typedef struct platform_tls_rules {
    uint16_t version_min;
    uint16_t version_max;
    const char *ciphers;
    const char *suites;
    const char *groups;
    const uint8_t *protocols;
    unsigned protocols_count;
    /// How long a session can be taken up again.
    unsigned session_seconds;
} platform_tls_rules;

/// A server's: its chain of certificates and its key in PEM. A client that names protocols has to
/// name one of those of the rules. NULL, and why, in `refusal` and `failure`.
platform_tls_context *platform_tls_server_context(
    const platform_tls_rules *rules, const void *chain, size_t chain_count, const void *key,
    size_t key_count, enum platform_tls_refusal *refusal, platform_tls_failure *failure);
/// A client's: it trusts the authorities in PEM, or those of the system when there are none.
platform_tls_context *platform_tls_client_context(
    const platform_tls_rules *rules, const void *authorities, size_t authorities_count,
    enum platform_tls_refusal *refusal, platform_tls_failure *failure);
/// No connection of it may be left.
void platform_tls_context_free(platform_tls_context *context);
/// Makes a new key for the tickets given from now on; those of the two keys before it are still
/// taken. 0 when there is no randomness.
int platform_tls_rotate_ticket_keys(platform_tls_context *context);
/// The server's certificate in DER; the bytes belong to the caller, who frees them with `free`.
uint8_t *platform_tls_certificate(platform_tls_context *context, size_t *count);

/// NULL when there is no memory.
platform_tls *platform_tls_accepting(platform_tls_context *context);
/// `host` is the name or the address in digits that the server's certificate has to be for.
platform_tls *platform_tls_connecting(platform_tls_context *context, const char *host);
void platform_tls_free(platform_tls *tls);

enum platform_tls_outcome platform_tls_handshake(
    platform_tls *tls, platform_tls_wire *wire, platform_tls_failure *failure);
/// At most one record's worth of what the peer sent. It takes one record, or two when the first held
/// no application data: then it is done with a `count` of 0, and more may be waiting.
enum platform_tls_outcome platform_tls_read(
    platform_tls *tls, platform_tls_wire *wire, void *bytes, size_t capacity, size_t *count,
    platform_tls_failure *failure);
/// All of `bytes` when it is done.
enum platform_tls_outcome platform_tls_write(
    platform_tls *tls, platform_tls_wire *wire, const void *bytes, size_t count,
    platform_tls_failure *failure);
/// Changes the keys that are written with, and asks the peer to change its own (KeyUpdate of TLS 1.3,
/// RFC 8446, section 4.6.3).
enum platform_tls_outcome platform_tls_change_keys(
    platform_tls *tls, platform_tls_wire *wire, platform_tls_failure *failure);
/// Says that nothing more will be sent.
void platform_tls_finish(platform_tls *tls, platform_tls_wire *wire);

/// TLS's number of the version, the name of the cipher suite, whether a session was taken up again.
int platform_tls_version(const platform_tls *tls);
const char *platform_tls_cipher(const platform_tls *tls);
int platform_tls_is_resumed(const platform_tls *tls);
/// The protocol that was agreed on (ALPN); NULL when none was.
const uint8_t *platform_tls_protocol(const platform_tls *tls, size_t *count);

/// NULL when the session can't be taken up again (yet).
platform_tls_ticket *platform_tls_ticket_of(platform_tls *tls);
int platform_tls_resume(platform_tls *tls, platform_tls_ticket *ticket);
void platform_tls_ticket_free(platform_tls_ticket *ticket);

#endif

#ifndef TLS_CONTEXT_H
#define TLS_CONTEXT_H

#include "CPlatformTLS.h"

#include <openssl/ssl.h>
#include <pthread.h>

/// The secrets of one generation of session tickets (RFC 5077, section 4).
struct ticket_key {
    uint8_t name[16];
    uint8_t encryption[32];
    uint8_t authentication[32];
};

/// The number of keys kept: the current one and those whose tickets are still accepted.
enum { ticket_keys_max = 3 };

struct platform_tls_context {
    SSL_CTX *ssl;
    /// Protects the keys, which handshakes on several threads share.
    pthread_mutex_t mutex;
    struct ticket_key keys[ticket_keys_max];
    int keys_count;
    unsigned protocols_count;
    uint8_t protocols[];
};

/// The callback of SSL_CTX_set_cert_cb: called after a ClientHello that resumes no session, before
/// anything expensive is done. Returns 1 to continue, -1 to stop.
int tls_before_full_handshake(SSL *ssl, void *argument);
/// Seals tickets with the context's own keys, because OpenSSL's key never changes.
int tls_tickets_attach(platform_tls_context *context);

#endif

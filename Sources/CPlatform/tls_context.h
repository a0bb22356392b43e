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

/// The one in use and those whose tickets are still taken.
enum { ticket_keys_max = 3 };

struct platform_tls_context {
    SSL_CTX *ssl;
    /// Guards the keys: handshakes of several threads share them.
    pthread_mutex_t mutex;
    struct ticket_key keys[ticket_keys_max];
    int keys_count;
    unsigned protocols_count;
    uint8_t protocols[];
};

/// Has tickets sealed with the context's own keys instead of one that OpenSSL never changes.
int tls_tickets_attach(platform_tls_context *context);

#endif

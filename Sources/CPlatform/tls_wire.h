// The BIO between an SSL and the memory that is lent to it.
#ifndef TLS_WIRE_H
#define TLS_WIRE_H

#include "CPlatformTLS.h"

#include <openssl/ssl.h>

/// Gives `ssl` its BIO. 0 when there is no memory.
int tls_wire_attach(SSL *ssl);
/// Has `ssl` read from and write to `wire` from now on, and take input from it so often at most; NULL
/// takes it away.
void tls_wire_lend(SSL *ssl, platform_tls_wire *wire, unsigned takes);
/// Has the records that `ssl` reads counted in the wire that it is lent.
void tls_wire_count_records(SSL *ssl);
/// Takes OpenSSL's queue of errors and tells the first, which is the cause.
void tls_take_errors(platform_tls_failure *failure);

#endif

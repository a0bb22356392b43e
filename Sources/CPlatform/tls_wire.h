// The BIO between an SSL and the memory that it borrows.
#ifndef TLS_WIRE_H
#define TLS_WIRE_H

#include "CPlatformTLS.h"

#include <openssl/ssl.h>

/// Creates the BIO of `ssl`. Returns 0 if there is no memory.
int tls_wire_attach(SSL *ssl);
/// Makes `ssl` read from and write to `wire`, and take input from it at most `takes` times. NULL
/// removes the wire.
void tls_wire_lend(SSL *ssl, platform_tls_wire *wire, unsigned takes);
/// Counts the records that `ssl` reads in its current wire.
void tls_wire_count_records(SSL *ssl);
/// Clears OpenSSL's error queue and returns the first error, which is the cause.
void tls_take_errors(platform_tls_failure *failure);

#endif

// What Swift can't see of Linux, OpenSSL and zlib: constants that are macros, function-like macros,
// and headers that Glibc's module leaves out. Nothing here decides anything.
#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

#include "CPlatformCertificates.h"
#include "CPlatformDeflate.h"
#include "CPlatformTLS.h"

/// Digests and keys, from OpenSSL. Each returns 1 when it succeeded and 0 when OpenSSL refused.
int platform_sha1(const void *bytes, size_t count, uint8_t digest[20]);
int platform_sha256(const void *bytes, size_t count, uint8_t digest[32]);
int platform_hmac_sha256(const void *key, size_t key_count, const void *bytes, size_t count,
                         uint8_t code[32]);
/// Fills `bytes` with random bytes fit for secrets.
int platform_random(void *bytes, size_t count);
/// scrypt (RFC 7914) of a password: 32 bytes. 0 when there is not enough memory; it takes
/// 128 * block_size * (cost + lanes) bytes of it.
int platform_scrypt(const void *password, size_t count, const uint8_t salt[16], uint64_t cost,
                    uint64_t block_size, uint64_t lanes, uint8_t digest[32]);
/// 1 when both hold the same bytes, compared in a time that depends on `count` alone.
int platform_equal(const void *one, const void *other, size_t count);

/// The gzip form (RFC 1952) of `bytes`, at the best level, into a buffer that the caller frees with
/// `free`; NULL when there is no memory.
uint8_t *platform_gzip(const void *bytes, size_t count, size_t *compressed_count);

/// accept4 into a `struct sockaddr_storage` of `peer_count` bytes: the new socket neither blocks nor
/// outlives an exec. -1 and errno when there is none.
int platform_accept(int listener, void *peer, uint32_t *peer_count);
/// How many bytes the peer's system has acknowledged on a TCP connection, ever (RFC 4898,
/// tcpEStatsAppHCThruOctetsAcked); -1 when that can't be told.
int64_t platform_acknowledged_bytes(int descriptor);
/// Names the calling thread for debuggers and `top`; the kernel takes 15 bytes. 0 or an errno.
int platform_name_this_thread(const char *name);

/// 1 when the kernel says that the machine's clock is kept right (adjtimex(2)).
int platform_clock_is_synchronised(void);

/// From now on the calling thread gets the processor only in so far as others leave it. There is no
/// way back. 0 or an errno.
int platform_let_others_go_first(void);

#endif

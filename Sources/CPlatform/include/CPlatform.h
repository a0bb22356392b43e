// Parts of Linux, OpenSSL and zlib that Swift can't import: constants that are macros,
// function-like macros, and headers that Glibc's module leaves out.
#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

#include "CPlatformCertificates.h"
#include "CPlatformDeflate.h"
#include "CPlatformTLS.h"

/// Digests and keys from OpenSSL. Each function returns 1, or 0 if OpenSSL failed.
int platform_sha1(const void *bytes, size_t count, uint8_t digest[20]);
int platform_sha256(const void *bytes, size_t count, uint8_t digest[32]);
int platform_hmac_sha256(const void *key, size_t key_count, const void *bytes, size_t count,
                         uint8_t code[32]);
/// Fills `bytes` with random bytes that are suitable for secrets.
int platform_random(void *bytes, size_t count);
/// Computes scrypt (RFC 7914) of a password: 32 bytes. Needs 128 * block_size * (cost + lanes)
/// bytes of memory; returns 0 if they can't be allocated.
int platform_scrypt(const void *password, size_t count, const uint8_t salt[16], uint64_t cost,
                    uint64_t block_size, uint64_t lanes, uint8_t digest[32]);
/// Seals bytes with AES-256-GCM (NIST SP 800-38D): writes `count` bytes and a tag of 16 bytes to
/// `sealed`. The same `bound` bytes are needed to open it. Returns 1 on success.
int platform_seal(const uint8_t key[32], const uint8_t nonce[12], const void *bound,
                  size_t bound_count, const void *bytes, size_t count, uint8_t *sealed);
/// Opens `count` bytes that `platform_seal` wrote, and writes 16 bytes less to `bytes`. Returns 0 if
/// key, nonce, bound bytes or content are not those that were sealed.
int platform_open(const uint8_t key[32], const uint8_t nonce[12], const void *bound,
                  size_t bound_count, const uint8_t *sealed, size_t count, uint8_t *bytes);
/// Returns 1 if both hold the same bytes. The time depends only on `count`.
int platform_equal(const void *one, const void *other, size_t count);

/// Returns `bytes` compressed with gzip (RFC 1952) at the highest level. The caller frees the
/// result with `free`. Returns NULL if memory is exhausted.
uint8_t *platform_gzip(const void *bytes, size_t count, size_t *compressed_count);

/// Accepts a connection and stores the peer's address in a `struct sockaddr_storage` of
/// `peer_count` bytes. The socket is non-blocking and close-on-exec. Returns -1 and sets errno on
/// failure.
int platform_accept(int listener, void *peer, uint32_t *peer_count);
/// Returns how many bytes the peer's system has acknowledged since the TCP connection began (RFC
/// 4898, tcpEStatsAppHCThruOctetsAcked), or -1 if that is unknown.
int64_t platform_acknowledged_bytes(int descriptor);
/// Returns how many bytes the kernel has taken that the peer's system has not acknowledged (tcp(7),
/// SIOCOUTQ), or -1 if that is unknown.
int64_t platform_unacknowledged_bytes(int descriptor);
/// Names the calling thread for debuggers and `top`; the kernel keeps 15 bytes. Returns 0 or an
/// errno.
int platform_name_this_thread(const char *name);

/// Marks the calling thread as an event loop, which must never wait for a disk.
void platform_mark_loop_thread(void);
/// Returns 1 if the calling thread was marked as an event loop.
int platform_is_loop_thread(void);

/// Returns the number at `address`, which another process may change at any time.
uint64_t platform_load(const void *address);

/// Returns 1 if the kernel reports the machine's clock as synchronised (adjtimex(2)).
int platform_clock_is_synchronised(void);

/// Gives the calling thread the lowest priority for the rest of its life. Returns 0 or an errno.
int platform_let_others_go_first(void);

#endif

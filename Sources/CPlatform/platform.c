// accept4 and the names of threads are GNU extensions.
#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <limits.h>
#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timex.h>
#include <zlib.h>

// Returns an algorithm, which is looked up only once. In OpenSSL the look-up costs more than the
// digest of a handshake's or an event's bytes. If several threads look it up at the same time, the
// first result is kept and the others are freed.
static const EVP_MD *looked_up(const char *name, _Atomic(EVP_MD *) *known) {
    EVP_MD *found = atomic_load_explicit(known, memory_order_acquire);
    if (found) return found;
    EVP_MD *none = NULL;
    found = EVP_MD_fetch(NULL, name, NULL);
    if (!found || atomic_compare_exchange_strong(known, &none, found)) return found;
    EVP_MD_free(found);
    return none;
}

int platform_sha1(const void *bytes, size_t count, uint8_t digest[20]) {
    static _Atomic(EVP_MD *) known;
    const EVP_MD *sha1 = looked_up("SHA1", &known);
    return sha1 && EVP_Digest(bytes, count, digest, NULL, sha1, NULL);
}

int platform_sha256(const void *bytes, size_t count, uint8_t digest[32]) {
    static _Atomic(EVP_MD *) known;
    const EVP_MD *sha256 = looked_up("SHA256", &known);
    return sha256 && EVP_Digest(bytes, count, digest, NULL, sha256, NULL);
}

int platform_hmac_sha256(const void *key, size_t key_count, const void *bytes, size_t count,
                         uint8_t code[32]) {
    if (key_count > INT_MAX) return 0;
    return HMAC(EVP_sha256(), key, (int)key_count, bytes, count, code, NULL) != NULL;
}

enum { tag_count = 16 };

int platform_seal(const uint8_t key[32], const uint8_t nonce[12], const void *bound,
                  size_t bound_count, const void *bytes, size_t count, uint8_t *sealed) {
    if (count > INT_MAX || bound_count > INT_MAX) return 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    if (!context) return 0;
    int taken = 0;
    // The final call has nothing to write, because the mode has no padding.
    int is_done = EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), NULL, key, nonce) == 1 &&
                  EVP_EncryptUpdate(context, NULL, &taken, bound, (int)bound_count) == 1 &&
                  EVP_EncryptUpdate(context, sealed, &taken, bytes, (int)count) == 1 &&
                  EVP_EncryptFinal_ex(context, sealed + taken, &taken) == 1 &&
                  EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, tag_count, sealed + count) == 1;
    EVP_CIPHER_CTX_free(context);
    return is_done;
}

int platform_open(const uint8_t key[32], const uint8_t nonce[12], const void *bound,
                  size_t bound_count, const uint8_t *sealed, size_t count, uint8_t *bytes) {
    if (count < tag_count || count > INT_MAX || bound_count > INT_MAX) return 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    if (!context) return 0;
    uint8_t tag[tag_count];
    memcpy(tag, sealed + count - tag_count, tag_count);
    int taken = 0;
    int is_done =
        EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), NULL, key, nonce) == 1 &&
        EVP_DecryptUpdate(context, NULL, &taken, bound, (int)bound_count) == 1 &&
        EVP_DecryptUpdate(context, bytes, &taken, sealed, (int)(count - tag_count)) == 1 &&
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, tag_count, tag) == 1 &&
        EVP_DecryptFinal_ex(context, bytes + taken, &taken) == 1;
    EVP_CIPHER_CTX_free(context);
    return is_done;
}

int platform_scrypt(const void *password, size_t count, const uint8_t salt[16], uint64_t cost,
                    uint64_t block_size, uint64_t lanes, uint8_t digest[32]) {
    // OpenSSL's own data needs some more memory than scrypt.
    const uint64_t memory_max = 128 * block_size * (cost + lanes) + (1 << 20);
    return EVP_PBE_scrypt(password, count, salt, 16, cost, block_size, lanes, memory_max, digest,
                          32) == 1;
}

int platform_random(void *bytes, size_t count) {
    if (count > INT_MAX) return 0;
    return RAND_bytes(bytes, (int)count) == 1;
}

int platform_equal(const void *one, const void *other, size_t count) {
    return CRYPTO_memcmp(one, other, count) == 0;
}

uint8_t *platform_gzip(const void *bytes, size_t count, size_t *compressed_count) {
    // 15 bits of window, plus 16 for a gzip header and trailer instead of zlib's.
    const int gzip_window = 15 + 16;
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (count > UINT_MAX) return NULL;
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzip_window, 9,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    uLong bound = deflateBound(&stream, (uLong)count);
    uint8_t *out = malloc(bound);
    if (out != NULL) {
        stream.next_in = (Bytef *)bytes;
        stream.avail_in = (uInt)count;
        stream.next_out = out;
        stream.avail_out = (uInt)bound;
        if (deflate(&stream, Z_FINISH) == Z_STREAM_END) {
            *compressed_count = stream.total_out;
        } else {
            free(out);
            out = NULL;
        }
    }
    deflateEnd(&stream);
    return out;
}

int platform_accept(int listener, void *peer, uint32_t *peer_count) {
    return accept4(listener, peer, peer_count, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int64_t platform_acknowledged_bytes(int descriptor) {
    struct tcp_info info = {0};
    socklen_t count = sizeof info;
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &count) != 0) return -1;
    size_t needed = offsetof(struct tcp_info, tcpi_bytes_acked) + sizeof info.tcpi_bytes_acked;
    return count < needed ? -1 : (int64_t)info.tcpi_bytes_acked;
}

int64_t platform_unacknowledged_bytes(int descriptor) {
    int count = 0;
    return ioctl(descriptor, SIOCOUTQ, &count) == 0 ? count : -1;
}

int platform_name_this_thread(const char *name) {
    return pthread_setname_np(pthread_self(), name);
}

static _Thread_local int is_loop_thread = 0;

void platform_mark_loop_thread(void) { is_loop_thread = 1; }

int platform_is_loop_thread(void) { return is_loop_thread; }

uint64_t platform_load(const void *address) {
    return __atomic_load_n((const uint64_t *)address, __ATOMIC_ACQUIRE);
}

int platform_clock_is_synchronised(void) {
    struct timex state = {0};
    int result = adjtimex(&state);
    return result != -1 && result != TIME_ERROR;
}

int platform_let_others_go_first(void) {
    // On Linux the priority belongs to each thread, despite POSIX; see setpriority(2).
    return setpriority(PRIO_PROCESS, 0, 19) == 0 ? 0 : errno;
}

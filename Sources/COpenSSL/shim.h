// The system's OpenSSL 3 (libssl-dev): digests, message authentication, random bytes, TLS and
// certificates.
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>

// The system's OpenSSL 3 (libssl-dev): digests, message authentication and random bytes.
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

#include "tls_context.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <string.h>

int platform_tls_rotate_ticket_keys(platform_tls_context *context) {
    struct ticket_key key;
    if (RAND_bytes((unsigned char *)&key, sizeof key) != 1) return 0;
    pthread_mutex_lock(&context->mutex);
    memmove(context->keys + 1, context->keys, sizeof key * (ticket_keys_max - 1));
    context->keys[0] = key;
    if (context->keys_count < ticket_keys_max) context->keys_count += 1;
    pthread_mutex_unlock(&context->mutex);
    OPENSSL_cleanse(&key, sizeof key);
    return 1;
}

/// Returns the key's index, or -1 if it is unknown or too old.
static int copy_key(platform_tls_context *context, const unsigned char *name,
                    struct ticket_key *key) {
    int found = -1;
    pthread_mutex_lock(&context->mutex);
    for (int i = 0; i < context->keys_count && found < 0; i++) {
        if (name != NULL && memcmp(context->keys[i].name, name, sizeof key->name) != 0) continue;
        *key = context->keys[i];
        found = i;
    }
    pthread_mutex_unlock(&context->mutex);
    return found;
}

static int use_key(const struct ticket_key *key, unsigned char *iv, EVP_CIPHER_CTX *cipher,
                   EVP_MAC_CTX *mac, int is_sealing) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_octet_string(
            OSSL_MAC_PARAM_KEY, (void *)key->authentication, sizeof key->authentication),
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, "SHA256", 0),
        OSSL_PARAM_construct_end(),
    };
    if (!EVP_MAC_CTX_set_params(mac, parameters)) return 0;
    return EVP_CipherInit_ex(cipher, EVP_aes_256_cbc(), NULL, key->encryption, iv, is_sealing);
}

// The callback of SSL_CTX_set_tlsext_ticket_key_evp_cb. Returns 0 for a ticket that can't be opened
// (the handshake continues without it), 1 for one that can, 2 for one that should be replaced, and
// -1 on failure.
static int ticket_key(SSL *ssl, unsigned char *name, unsigned char *iv, EVP_CIPHER_CTX *cipher,
                      EVP_MAC_CTX *mac, int is_sealing) {
    platform_tls_context *context = SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl));
    struct ticket_key key;
    int result = -1;
    int place = copy_key(context, is_sealing ? NULL : name, &key);
    if (place < 0) return is_sealing ? -1 : 0;
    if (is_sealing) {
        memcpy(name, key.name, sizeof key.name);
        if (RAND_bytes(iv, EVP_MAX_IV_LENGTH) == 1 && use_key(&key, iv, cipher, mac, 1)) result = 1;
    } else if (use_key(&key, iv, cipher, mac, 0)) {
        // A ticket of TLS 1.3 is used only once, so the client needs a new one (RFC 8446, C.4).
        result = place == 0 && SSL_version(ssl) < TLS1_3_VERSION ? 1 : 2;
    }
    OPENSSL_cleanse(&key, sizeof key);
    return result;
}

int tls_tickets_attach(platform_tls_context *context) {
    SSL_CTX_set_app_data(context->ssl, context);
    return platform_tls_rotate_ticket_keys(context)
        && SSL_CTX_set_tlsext_ticket_key_evp_cb(context->ssl, ticket_key);
}

// The memory of OpenSSL and zlib for one idle connection, as the C heap counts it:
//   a server's SSL after a TLS 1.3 handshake, with its buffers released while it is idle
//   an inflate context with the widest window (RFC 7692: a client that keeps its own context)
#include <malloc.h>
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { COUNT = 500 };

static _Noreturn void fail(const char *what) {
  fprintf(stderr, "library-memory: %s\n", what);
  exit(1);
}

static X509 *self_signed(EVP_PKEY *key) {
  X509 *certificate = X509_new();
  X509_set_version(certificate, X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate), 0);
  X509_gmtime_adj(X509_getm_notAfter(certificate), 86400);
  X509_set_pubkey(certificate, key);
  X509_NAME *name = X509_get_subject_name(certificate);
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"localhost", -1, -1, 0);
  X509_set_issuer_name(certificate, name);
  if (!X509_sign(certificate, key, EVP_sha256())) fail("no certificate");
  return certificate;
}

// Moves what one side wrote to the other.
static void carry(BIO *from, BIO *to) {
  char bytes[4096];
  for (int count; (count = BIO_read(from, bytes, sizeof bytes)) > 0; ) BIO_write(to, bytes, count);
}

static SSL *connected(SSL_CTX *server_context, SSL_CTX *client_context) {
  SSL *server = SSL_new(server_context), *client = SSL_new(client_context);
  SSL_set_bio(server, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
  SSL_set_bio(client, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
  SSL_set_accept_state(server);
  SSL_set_connect_state(client);
  for (int i = 0; i < 8; i++) {
    SSL_do_handshake(client);
    carry(SSL_get_wbio(client), SSL_get_rbio(server));
    SSL_do_handshake(server);
    carry(SSL_get_wbio(server), SSL_get_rbio(client));
  }
  if (!SSL_is_init_finished(server)) fail("no handshake");
  SSL_free(client);
  // The hub's connections share their BIOs' room, so it is not counted.
  SSL_set_bio(server, NULL, NULL);
  return server;
}

static size_t heap(void) { return mallinfo2().uordblks + mallinfo2().hblkhd; }

static double tls(void) {
  SSL_CTX *server = SSL_CTX_new(TLS_server_method()), *client = SSL_CTX_new(TLS_client_method());
  EVP_PKEY *key = EVP_EC_gen("P-256");
  X509 *certificate = self_signed(key);
  SSL_CTX_use_certificate(server, certificate);
  SSL_CTX_use_PrivateKey(server, key);
  SSL_CTX_set_mode(server, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_session_cache_mode(server, SSL_SESS_CACHE_OFF);
  SSL *kept[COUNT];
  SSL_free(connected(server, client));
  size_t before = heap();
  for (int i = 0; i < COUNT; i++) kept[i] = connected(server, client);
  double bytes = (double)(heap() - before) / COUNT;
  for (int i = 0; i < COUNT; i++) SSL_free(kept[i]);
  return bytes;
}

static double inflate_context(void) {
  static z_stream streams[COUNT];
  static const unsigned char message[] = {0xaa, 0x56, 0x02, 0x00, 0x00, 0x00, 0xff, 0xff};
  unsigned char text[64];
  size_t before = heap();
  for (int i = 0; i < COUNT; i++) {
    z_stream *stream = &streams[i];
    stream->next_in = (unsigned char *)message;
    stream->avail_in = sizeof message;
    stream->next_out = text;
    stream->avail_out = sizeof text;
    // The client's bytes make zlib keep its window.
    if (inflateInit2(stream, -15) != Z_OK || inflate(stream, Z_SYNC_FLUSH) < 0) fail("no inflating");
  }
  double bytes = (double)(heap() - before) / COUNT + sizeof(z_stream);
  for (int i = 0; i < COUNT; i++) inflateEnd(&streams[i]);
  return bytes;
}

int main(void) {
  // Counts one heap, without memory that the allocator maps separately.
  mallopt(M_MMAP_THRESHOLD, 1 << 28);
  printf("{\"openssl_bytes\":%.0f,", tls());
  printf("\"inflate_bytes\":%.0f}\n", inflate_context());
}

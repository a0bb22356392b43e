#include "tls_wire.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <pthread.h>
#include <string.h>

// A BIO for the lent memory. OpenSSL's memory BIO copies everything once more and keeps a buffer
// for each connection; the socket BIO raises SIGPIPE and makes a system call for each record.

static int wire_read(BIO *bio, char *bytes, size_t capacity, size_t *count) {
    platform_tls_wire *wire = BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    if (wire == NULL || wire->input_count == 0 || wire->takes_left == 0) {
        BIO_set_retry_read(bio);
        return 0;
    }
    wire->takes_left -= 1;
    size_t taken = capacity < wire->input_count ? capacity : wire->input_count;
    memcpy(bytes, wire->input, taken);
    wire->input += taken;
    wire->input_count -= taken;
    *count = taken;
    return 1;
}

static int wire_write(BIO *bio, const char *bytes, size_t count, size_t *written) {
    platform_tls_wire *wire = BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    size_t room = wire == NULL ? 0 : wire->output_capacity - wire->output_count;
    if (room == 0) {
        BIO_set_retry_write(bio);
        return 0;
    }
    size_t given = count < room ? count : room;
    memcpy(wire->output + wire->output_count, bytes, given);
    wire->output_count += given;
    *written = given;
    return 1;
}

static long wire_control(BIO *bio, int command, long number, void *pointer) {
    (void)bio, (void)number, (void)pointer;
    // Flushing has no effect, because the BIO buffers nothing.
    return command == BIO_CTRL_FLUSH;
}

static BIO_METHOD *wire_method;

static void make_wire_method(void) {
    BIO_METHOD *method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "wire");
    if (method == NULL) return;
    BIO_meth_set_read_ex(method, wire_read);
    BIO_meth_set_write_ex(method, wire_write);
    BIO_meth_set_ctrl(method, wire_control);
    wire_method = method;
}

int tls_wire_attach(SSL *ssl) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_wire_method);
    BIO *bio = wire_method == NULL ? NULL : BIO_new(wire_method);
    if (bio == NULL) return 0;
    BIO_set_init(bio, 1);
    SSL_set_bio(ssl, bio, bio);
    return 1;
}

void tls_wire_lend(SSL *ssl, platform_tls_wire *wire, unsigned takes) {
    BIO_set_data(SSL_get_rbio(ssl), wire);
    if (wire != NULL) wire->takes_left = takes;
}

// Called for each record and each message in it. The head of a record states its type, except that
// an encrypted record of TLS 1.3 has it at its end (RFC 8446, section 5.2).
static void count_record(int is_written, int version, int kind, const void *bytes, size_t count,
                         SSL *ssl, void *argument) {
    (void)version, (void)argument;
    if (is_written || count == 0 || (kind != SSL3_RT_HEADER && kind != SSL3_RT_INNER_CONTENT_TYPE))
        return;
    platform_tls_wire *wire = BIO_get_data(SSL_get_rbio(ssl));
    if (wire != NULL && *(const uint8_t *)bytes != SSL3_RT_APPLICATION_DATA)
        wire->control_records += 1;
}

void tls_wire_count_records(SSL *ssl) { SSL_set_msg_callback(ssl, count_record); }

void tls_take_errors(platform_tls_failure *failure) {
    failure->code = ERR_peek_error();
    failure->reason = failure->code == 0 ? NULL : ERR_reason_error_string(failure->code);
    ERR_clear_error();
}

#include "CPlatformCertificates.h"

#include <limits.h>
#include <openssl/err.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static X509 *read_der(const void *der, size_t count) {
    const unsigned char *next = der;
    X509 *certificate = count > LONG_MAX ? NULL : d2i_X509(NULL, &next, (long)count);
    ERR_clear_error();
    return certificate;
}

static int seconds(const ASN1_TIME *time, int64_t *seconds) {
    struct tm parts;
    if (!ASN1_TIME_to_tm(time, &parts)) return 0;
    *seconds = (int64_t)timegm(&parts);
    return 1;
}

int platform_certificate_dates(
    const void *der, size_t der_count, int64_t *not_before, int64_t *not_after) {
    X509 *certificate = read_der(der, der_count);
    if (certificate == NULL) return 0;
    int is_read = seconds(X509_get0_notBefore(certificate), not_before)
        && seconds(X509_get0_notAfter(certificate), not_after);
    X509_free(certificate);
    return is_read;
}

int platform_certificate_is_constrained(const void *der, size_t der_count) {
    X509 *certificate = read_der(der, der_count);
    int is_constrained = certificate != NULL
        && X509_get_ext_by_NID(certificate, NID_name_constraints, -1) >= 0;
    X509_free(certificate);
    return is_constrained;
}

/// Skips names with anything but printable ASCII, because the text goes to logs and terminals.
static int write_host_name(BIO *text, const ASN1_STRING *name) {
    const unsigned char *bytes = ASN1_STRING_get0_data(name);
    int count = ASN1_STRING_length(name);
    for (int i = 0; i < count; i++)
        if (bytes[i] <= ' ' || bytes[i] > '~') return 1;
    return BIO_write(text, bytes, count) == count && BIO_puts(text, "\n") > 0;
}

static int write_address(BIO *text, const ASN1_STRING *address) {
    const unsigned char *bytes = ASN1_STRING_get0_data(address);
    int count = ASN1_STRING_length(address);
    if (count == 4)
        return BIO_printf(text, "%d.%d.%d.%d\n", bytes[0], bytes[1], bytes[2], bytes[3]) > 0;
    if (count != 16) return 1;
    for (int i = 0; i < count; i += 2) {
        const char *end = i == 14 ? "\n" : ":";
        if (BIO_printf(text, "%x%s", bytes[i] << 8 | bytes[i + 1], end) <= 0) return 0;
    }
    return 1;
}

static int write_names(BIO *text, const GENERAL_NAMES *names) {
    for (int i = 0; i < sk_GENERAL_NAME_num(names); i++) {
        const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, i);
        if (name->type == GEN_DNS && !write_host_name(text, name->d.dNSName)) return 0;
        if (name->type == GEN_IPADD && !write_address(text, name->d.iPAddress)) return 0;
    }
    return 1;
}

platform_bytes *platform_certificate_names(const void *der, size_t der_count, size_t *count) {
    X509 *certificate = read_der(der, der_count);
    if (certificate == NULL) return NULL;
    GENERAL_NAMES *names = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
    BIO *text = BIO_new(BIO_s_mem());
    platform_bytes *copy = NULL;
    if (text != NULL && write_names(text, names)) {
        char *bytes = NULL;
        *count = (size_t)BIO_get_mem_data(text, &bytes);
        copy = malloc(*count + 1);
        if (copy != NULL && *count > 0) memcpy(copy, bytes, *count);
    }
    BIO_free(text);
    GENERAL_NAMES_free(names);
    X509_free(certificate);
    ERR_clear_error();
    return copy;
}

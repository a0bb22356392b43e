#include "gate.h"

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void set_up(void) { curl_global_init(CURL_GLOBAL_DEFAULT); }

void gate_prepare(void) { pthread_once(&once, set_up); }

CURL *gate_begin(char problem[256]) {
    gate_prepare();
    problem[0] = 0;
    CURL *curl = curl_easy_init();
    if (!curl) snprintf(problem, 256, "there is not enough memory");
    return curl;
}

static curl_socket_t open_socket(void *pointer, curlsocktype purpose,
                                 struct curl_sockaddr *address) {
    struct gate *gate = pointer;
    (void)purpose;
    if (!gate->allows(gate->context, &address->addr, address->addrlen)) {
        gate->refused_count++;
        return CURL_SOCKET_BAD;
    }
    gate->allowed_count++;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

CURLcode gate_configure(CURL *curl, struct gate *gate, char *problem, long timeout_milliseconds,
                        struct curl_slist *names, const char *authorities_path) {
    CURLcode code = CURLE_OK;
#define SET(option, value) \
    if (code == CURLE_OK) code = curl_easy_setopt(curl, option, value)
    SET(CURLOPT_ERRORBUFFER, problem);
    SET(CURLOPT_PROXY, "");
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_TIMEOUT_MS, timeout_milliseconds);
    SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
    SET(CURLOPT_OPENSOCKETDATA, gate);
    if (names) SET(CURLOPT_RESOLVE, names);
    if (authorities_path) {
        SET(CURLOPT_CAINFO, authorities_path);
        SET(CURLOPT_CAPATH, NULL);
    }
#undef SET
    return code;
}

CURLcode gate_separate(CURL *curl) {
    CURLcode code = curl_easy_setopt(curl, CURLOPT_FRESH_CONNECT, 1L);
    return code == CURLE_OK ? curl_easy_setopt(curl, CURLOPT_FORBID_REUSE, 1L) : code;
}

int gate_is_shut(const struct gate *gate) {
    return gate->refused_count > 0 && gate->allowed_count == 0;
}

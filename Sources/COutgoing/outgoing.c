#include "gate.h"

#include <stdio.h>
#include <string.h>

struct exchange {
    const struct outgoing_request *request;
    struct gate gate;
    size_t head_bytes;
    size_t body_bytes;
    int is_too_long;
};

static size_t take_head(char *bytes, size_t size, size_t count, void *pointer) {
    struct exchange *exchange = pointer;
    size_t line = size * count;
    exchange->head_bytes += line;
    if (exchange->head_bytes > exchange->request->head_bytes_max) {
        exchange->is_too_long = 1;
        return 0;
    }
    size_t end = line;
    while (end > 0 && (bytes[end - 1] == '\r' || bytes[end - 1] == '\n')) end--;
    exchange->request->take_field(exchange->request->context, bytes, end);
    return line;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *pointer) {
    struct exchange *exchange = pointer;
    size_t part = size * count;
    size_t room = exchange->request->body_bytes_max - exchange->body_bytes;
    size_t taken = part < room ? part : room;
    exchange->request->take_body(exchange->request->context, bytes, taken);
    exchange->body_bytes += taken;
    return taken;
}

static CURLcode configure(CURL *curl, struct exchange *exchange, struct curl_slist *fields,
                          struct curl_slist *names, char *problem) {
    const struct outgoing_request *request = exchange->request;
    CURLcode code = gate_configure(curl, &exchange->gate, problem, request->timeout_milliseconds,
                                   names, request->authorities_path);
#define SET(option, value) \
    if (code == CURLE_OK) code = curl_easy_setopt(curl, option, value)
    SET(CURLOPT_URL, request->url);
    SET(CURLOPT_CUSTOMREQUEST, request->method);
    SET(CURLOPT_HTTPHEADER, fields);
    SET(CURLOPT_PROTOCOLS_STR, "http,https");
    SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_HEADERFUNCTION, take_head);
    SET(CURLOPT_HEADERDATA, exchange);
    SET(CURLOPT_WRITEFUNCTION, take_body);
    SET(CURLOPT_WRITEDATA, exchange);
    if (strcmp(request->method, "HEAD") == 0) {
        SET(CURLOPT_NOBODY, 1L);
    } else if (strcmp(request->method, "GET") != 0 || request->body_count > 0) {
        SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_count);
        SET(CURLOPT_POSTFIELDS, request->body ? request->body : "");
    }
#undef SET
    return code;
}

static enum outgoing_outcome outcome(CURLcode code, const struct exchange *exchange, long status,
                                     char *problem) {
    if (code == CURLE_OK) return outgoing_answered;
    if (gate_is_shut(&exchange->gate)) return outgoing_forbidden;
    // Status 1xx belongs to an interim answer.
    if (!exchange->is_too_long && status >= 200) return outgoing_cut_off;
    if (code == CURLE_OPERATION_TIMEDOUT) return outgoing_timed_out;
    if (code == CURLE_PEER_FAILED_VERIFICATION) return outgoing_untrusted;
    if (exchange->is_too_long) snprintf(problem, 256, "the head of the answer is too long");
    if (problem[0] == 0) snprintf(problem, 256, "%s", curl_easy_strerror(code));
    return outgoing_failed;
}

enum outgoing_outcome outgoing_send(const struct outgoing_request *request, long *status,
                                    char problem[256]) {
    *status = 0;
    CURL *curl = gate_begin(problem);
    if (!curl) return outgoing_failed;
    struct exchange exchange = {
        .request = request, .gate = {.allows = request->allows, .context = request->context}};
    struct curl_slist *fields = NULL;
    for (size_t index = 0; request->fields[index]; index++) {
        fields = curl_slist_append(fields, request->fields[index]);
    }
    // Send a large body at once, without waiting for 100 Continue.
    fields = curl_slist_append(fields, "Expect:");
    struct curl_slist *names =
        request->resolved_name ? curl_slist_append(NULL, request->resolved_name) : NULL;
    CURLcode code = configure(curl, &exchange, fields, names, problem);
    if (code == CURLE_OK) code = curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, status);
    enum outgoing_outcome result = outcome(code, &exchange, *status, problem);
    curl_easy_cleanup(curl);
    curl_slist_free_all(fields);
    curl_slist_free_all(names);
    return result;
}

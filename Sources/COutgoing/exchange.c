#include "exchange.h"

#include <stdio.h>
#include <string.h>

static size_t take_head(char *bytes, size_t size, size_t count, void *pointer) {
    struct exchange *exchange = pointer;
    size_t line = size * count;
    exchange->head_bytes += line;
    if (exchange->head_bytes > exchange->request.head_bytes_max) {
        exchange->is_too_long = 1;
        return 0;
    }
    size_t end = line;
    while (end > 0 && (bytes[end - 1] == '\r' || bytes[end - 1] == '\n')) end--;
    exchange->request.take_field(exchange->request.context, bytes, end);
    return line;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *pointer) {
    struct exchange *exchange = pointer;
    size_t part = size * count;
    size_t room = exchange->request.body_bytes_max - exchange->body_bytes;
    size_t taken = part < room ? part : room;
    exchange->request.take_body(exchange->request.context, bytes, taken);
    exchange->body_bytes += taken;
    return taken;
}

static CURLcode configure(CURL *curl, struct exchange *exchange) {
    const struct outgoing_request *request = &exchange->request;
    CURLcode code =
        gate_configure(curl, &exchange->gate, exchange->problem, request->timeout_milliseconds,
                       exchange->names, request->authorities_path);
#define SET(option, value) \
    if (code == CURLE_OK) code = curl_easy_setopt(curl, option, value)
    SET(CURLOPT_URL, request->url);
    // Keep dots in the path: a server may use them in names.
    SET(CURLOPT_PATH_AS_IS, 1L);
    SET(CURLOPT_CUSTOMREQUEST, request->method);
    SET(CURLOPT_HTTPHEADER, exchange->fields);
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
        SET(CURLOPT_COPYPOSTFIELDS, request->body ? request->body : "");
    }
#undef SET
    return code;
}

CURLcode exchange_begin(struct exchange *exchange, CURL *curl,
                        const struct outgoing_request *request) {
    *exchange = (struct exchange){
        .request = *request, .gate = {.allows = request->allows, .context = request->context}};
    for (size_t index = 0; request->fields[index]; index++) {
        exchange->fields = curl_slist_append(exchange->fields, request->fields[index]);
    }
    // Send a large body at once, without waiting for 100 Continue.
    exchange->fields = curl_slist_append(exchange->fields, "Expect:");
    if (request->resolved_name) {
        exchange->names = curl_slist_append(NULL, request->resolved_name);
    }
    return configure(curl, exchange);
}

enum outgoing_outcome exchange_outcome(struct exchange *exchange, CURL *curl, CURLcode code,
                                       long *status) {
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, status);
    char *problem = exchange->problem;
    if (code == CURLE_OK) return outgoing_answered;
    if (gate_is_shut(&exchange->gate)) return outgoing_forbidden;
    // Status 1xx belongs to an interim answer.
    if (!exchange->is_too_long && *status >= 200) return outgoing_cut_off;
    if (code == CURLE_OPERATION_TIMEDOUT) return outgoing_timed_out;
    if (code == CURLE_PEER_FAILED_VERIFICATION) return outgoing_untrusted;
    if (exchange->is_too_long) {
        snprintf(problem, sizeof exchange->problem, "the head of the answer is too long");
    }
    if (problem[0] == 0) {
        snprintf(problem, sizeof exchange->problem, "%s", curl_easy_strerror(code));
    }
    return outgoing_failed;
}

void exchange_end(struct exchange *exchange) {
    curl_slist_free_all(exchange->fields);
    curl_slist_free_all(exchange->names);
}

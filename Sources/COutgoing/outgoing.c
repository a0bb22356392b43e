#include "exchange.h"

#include <string.h>

enum outgoing_outcome outgoing_send(const struct outgoing_request *request, long *status,
                                    char problem[256]) {
    *status = 0;
    CURL *curl = gate_begin(problem);
    if (!curl) return outgoing_failed;
    struct exchange exchange;
    CURLcode code = exchange_begin(&exchange, curl, request);
    if (code == CURLE_OK) code = gate_separate(curl);
    if (code == CURLE_OK) code = curl_easy_perform(curl);
    enum outgoing_outcome outcome = exchange_outcome(&exchange, curl, code, status);
    memcpy(problem, exchange.problem, sizeof exchange.problem);
    curl_easy_cleanup(curl);
    exchange_end(&exchange);
    return outcome;
}

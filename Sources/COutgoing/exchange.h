// An HTTP request with its answer, as libcurl carries it out: alone, or as part of a batch.
#ifndef OUTGOING_EXCHANGE_H
#define OUTGOING_EXCHANGE_H

#include "gate.h"

struct exchange {
    /// A copy. Only its limits, functions and context are used later.
    struct outgoing_request request;
    struct gate gate;
    struct curl_slist *fields;
    struct curl_slist *names;
    size_t head_bytes;
    size_t body_bytes;
    int is_too_long;
    char problem[256];
};

/// Prepares `curl` to send the request. `exchange_end` has to follow, whatever is returned.
CURLcode exchange_begin(struct exchange *exchange, CURL *curl,
                        const struct outgoing_request *request);

/// Returns the outcome of the request, and leaves libcurl's description of an error in `problem`.
enum outgoing_outcome exchange_outcome(struct exchange *exchange, CURL *curl, CURLcode code,
                                       long *status);

/// Frees the exchange's resources. `curl` must not be performed after that.
void exchange_end(struct exchange *exchange);

#endif

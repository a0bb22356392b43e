// One HTTP request with its answer, as libcurl carries it out: alone, or among those of a batch.
#ifndef OUTGOING_EXCHANGE_H
#define OUTGOING_EXCHANGE_H

#include "gate.h"

struct exchange {
    /// A copy, of which only the limits, the functions and their context are used later.
    struct outgoing_request request;
    struct gate gate;
    struct curl_slist *fields;
    struct curl_slist *names;
    size_t head_bytes;
    size_t body_bytes;
    int is_too_long;
    char problem[256];
};

/// Has `curl` send the request when it is performed. `exchange_end` has to follow, whatever is
/// returned.
CURLcode exchange_begin(struct exchange *exchange, CURL *curl,
                        const struct outgoing_request *request);

/// Says what has become of the request, and leaves libcurl's description of an error in `problem`.
enum outgoing_outcome exchange_outcome(struct exchange *exchange, CURL *curl, CURLcode code,
                                       long *status);

/// Frees what the exchange holds. `curl` must not be performed any more.
void exchange_end(struct exchange *exchange);

#endif

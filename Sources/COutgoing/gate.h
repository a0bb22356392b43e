// Which addresses libcurl may connect to, for all that it sends.
#ifndef OUTGOING_GATE_H
#define OUTGOING_GATE_H

#include "COutgoing.h"

#include <curl/curl.h>

struct gate {
    int (*allows)(void *context, const struct sockaddr *address, socklen_t count);
    void *context;
    int refused_count;
    int allowed_count;
};

/// Sets libcurl up, before its first use.
void gate_prepare(void);

/// Begins a transfer, or returns null without memory.
CURL *gate_begin(char problem[256]);

/// Sets what is the same for all transfers.
CURLcode gate_configure(CURL *curl, struct gate *gate, char *problem, long timeout_milliseconds,
                        struct curl_slist *names, const char *authorities_path);

/// Has a transfer use a connection of its own.
CURLcode gate_separate(CURL *curl);

/// Whether all addresses of the name were refused.
int gate_is_shut(const struct gate *gate);

#endif

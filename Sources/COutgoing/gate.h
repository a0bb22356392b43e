// Checks the addresses that libcurl may connect to, for all transfers.
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

/// Initializes libcurl, before its first use.
void gate_prepare(void);

/// Begins a transfer, or returns null if memory is exhausted.
CURL *gate_begin(char problem[256]);

/// Sets the options that all transfers share.
CURLcode gate_configure(CURL *curl, struct gate *gate, char *problem, long timeout_milliseconds,
                        struct curl_slist *names, const char *authorities_path);

/// Gives a transfer a separate connection.
CURLcode gate_separate(CURL *curl);

/// Whether all addresses of the name were refused.
int gate_is_shut(const struct gate *gate);

#endif

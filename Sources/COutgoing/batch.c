#include "exchange.h"

#include <stdlib.h>
#include <string.h>

/// The maximum number of idle connections that are kept.
static const long idle_connections_max = 64;

struct outgoing_transfer {
    CURL *curl;
    struct exchange exchange;
    /// The next unused transfer.
    struct outgoing_transfer *next;
};

struct outgoing_batch {
    CURLM *multi;
    /// The unused transfers, kept for later requests.
    struct outgoing_transfer *unused;
};

struct outgoing_batch *outgoing_batch_create(void) {
    struct outgoing_batch *batch = calloc(1, sizeof *batch);
    if (!batch) return NULL;
    gate_prepare();
    batch->multi = curl_multi_init();
    if (!batch->multi) {
        free(batch);
        return NULL;
    }
    curl_multi_setopt(batch->multi, CURLMOPT_MAXCONNECTS, idle_connections_max);
    return batch;
}

void outgoing_batch_free(struct outgoing_batch *batch) {
    while (batch->unused) {
        struct outgoing_transfer *transfer = batch->unused;
        batch->unused = transfer->next;
        curl_easy_cleanup(transfer->curl);
        free(transfer);
    }
    curl_multi_cleanup(batch->multi);
    free(batch);
}

/// Returns an unused transfer, or null if memory is exhausted.
static struct outgoing_transfer *take_unused(struct outgoing_batch *batch) {
    struct outgoing_transfer *transfer = batch->unused;
    if (transfer) {
        batch->unused = transfer->next;
        return transfer;
    }
    transfer = calloc(1, sizeof *transfer);
    if (!transfer) return NULL;
    transfer->curl = curl_easy_init();
    if (transfer->curl) return transfer;
    free(transfer);
    return NULL;
}

static void give_back(struct outgoing_batch *batch, struct outgoing_transfer *transfer) {
    exchange_end(&transfer->exchange);
    curl_easy_reset(transfer->curl);
    transfer->next = batch->unused;
    batch->unused = transfer;
}

struct outgoing_transfer *outgoing_batch_begin(struct outgoing_batch *batch,
                                               const struct outgoing_request *request) {
    struct outgoing_transfer *transfer = take_unused(batch);
    if (!transfer) return NULL;
    CURLcode code = exchange_begin(&transfer->exchange, transfer->curl, request);
    if (code == CURLE_OK) code = curl_easy_setopt(transfer->curl, CURLOPT_PRIVATE, transfer);
    // A slow look-up of a name must not delay the caller who abandons the transfer.
    curl_easy_setopt(transfer->curl, CURLOPT_QUICK_EXIT, 1L);
    if (code == CURLE_OK && curl_multi_add_handle(batch->multi, transfer->curl) == CURLM_OK) {
        return transfer;
    }
    give_back(batch, transfer);
    return NULL;
}

void outgoing_batch_abandon(struct outgoing_batch *batch, struct outgoing_transfer *transfer) {
    curl_multi_remove_handle(batch->multi, transfer->curl);
    give_back(batch, transfer);
}

static int take_end(struct outgoing_batch *batch, struct outgoing_end *end) {
    int count = 0;
    CURLMsg *message = curl_multi_info_read(batch->multi, &count);
    if (!message) return 0;
    CURL *curl = message->easy_handle;
    CURLcode code = message->data.result;
    struct outgoing_transfer *transfer;
    curl_easy_getinfo(curl, CURLINFO_PRIVATE, &transfer);
    struct exchange *exchange = &transfer->exchange;
    end->context = exchange->request.context;
    end->outcome = exchange_outcome(exchange, curl, code, &end->status);
    memcpy(end->problem, exchange->problem, sizeof end->problem);
    outgoing_batch_abandon(batch, transfer);
    return 1;
}

int outgoing_batch_next(struct outgoing_batch *batch, int milliseconds, struct outgoing_end *end) {
    int running = 0;
    if (take_end(batch, end)) return 1;
    curl_multi_perform(batch->multi, &running);
    if (take_end(batch, end)) return 1;
    curl_multi_poll(batch->multi, NULL, 0, milliseconds, NULL);
    curl_multi_perform(batch->multi, &running);
    return take_end(batch, end);
}

// Sends HTTP requests and mail with libcurl (libcurl4-openssl-dev), with limits and a check of the
// addresses that it connects to. Swift can't call libcurl itself, because its options are
// variadic.
#ifndef COUTGOING_H
#define COUTGOING_H

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/// A request. All texts end with a zero byte and have to be valid only during the call.
struct outgoing_request {
    const char *method;
    const char *url;
    /// Each field as `Name: value`, with a null pointer after the last one.
    const char *const *fields;
    const void *body;
    size_t body_count;
    /// The time for the whole exchange, from the look-up of the name to the end of the answer.
    long timeout_milliseconds;
    /// The maximum number of bytes of the head, and of the body.
    size_t head_bytes_max;
    size_t body_bytes_max;
    /// A file with the certificates to trust, or null for the system's.
    const char *authorities_path;
    /// `host:port:address`, used instead of a look-up in tests, or null.
    const char *resolved_name;
    /// Returns whether a connection may go to this address. Called for each address that is tried.
    int (*allows)(void *context, const struct sockaddr *address, socklen_t count);
    /// Called with each line of the answer's head, without its end.
    void (*take_field)(void *context, const char *line, size_t count);
    /// Called with each part of the answer's body.
    void (*take_body)(void *context, const char *bytes, size_t count);
    void *context;
};

enum outgoing_outcome {
    outgoing_answered,
    /// There is a status, but the body was too long or its end was lost.
    outgoing_cut_off,
    /// All addresses of the name are forbidden.
    outgoing_forbidden,
    outgoing_timed_out,
    /// The server's certificate is for another name, has expired, or is not from a trusted
    /// authority.
    outgoing_untrusted,
    /// The mail server does not encrypt the connection.
    outgoing_unencrypted,
    /// The mail server's reply is an error.
    outgoing_refused,
    outgoing_failed,
};

/// Sends a request and waits for its answer. Redirects are not followed, no proxy is used, and only
/// `http` and `https` are supported.
///
/// - `status`: the answer's status, or 0.
/// - `problem`: libcurl's description of the error for `outgoing_failed` and `outgoing_untrusted`,
///   which may contain the host's name.
enum outgoing_outcome outgoing_send(const struct outgoing_request *request, long *status,
                                    char problem[256]);

/// Requests that one thread sends concurrently. Their connections are kept for later requests.
struct outgoing_batch;

/// A request of a batch.
struct outgoing_transfer;

/// Returns null if memory is exhausted.
struct outgoing_batch *outgoing_batch_create(void);

/// Frees a batch. Every transfer must have ended or been abandoned.
void outgoing_batch_free(struct outgoing_batch *batch);

/// Begins to send a request, or returns null if memory is exhausted. The request's functions are
/// called with its context until the transfer has ended or was abandoned.
struct outgoing_transfer *outgoing_batch_begin(struct outgoing_batch *batch,
                                               const struct outgoing_request *request);

/// Stops a transfer that has not ended, and closes its connection.
void outgoing_batch_abandon(struct outgoing_batch *batch, struct outgoing_transfer *transfer);

/// The end of a transfer. `status` and `problem` are as for `outgoing_send`.
struct outgoing_end {
    void *context;
    enum outgoing_outcome outcome;
    long status;
    char problem[256];
};

/// Waits until a transfer ends. Returns whether one has ended; may return early without one.
int outgoing_batch_next(struct outgoing_batch *batch, int milliseconds, struct outgoing_end *end);

/// A mail to one address. All texts end with a zero byte and have to be valid only during the call.
struct outgoing_mail {
    /// `smtp://host:port/own-name`, or `smtps://` if the connection is encrypted from its beginning.
    const char *url;
    /// Whether a connection that begins in plain text must be encrypted before any other command.
    int demands_tls;
    /// The user to sign in as, or null to send without signing in.
    const char *user;
    const char *password;
    /// The addresses of the envelope, `<ada@example.com>`.
    const char *sender;
    const char *recipient;
    /// The message, with lines that end in CR LF. Dots at the beginning of a line are doubled when
    /// it is sent.
    const void *message;
    size_t message_count;
    long timeout_milliseconds;
    /// As in `outgoing_request`.
    const char *authorities_path;
    const char *resolved_name;
    int (*allows)(void *context, const struct sockaddr *address, socklen_t count);
    void *context;
};

/// The step that the server refused.
enum outgoing_step {
    outgoing_greeting,
    outgoing_login,
    outgoing_sender,
    outgoing_recipient,
    outgoing_message,
};

/// Sends a mail, and returns `outgoing_answered` when the server has accepted it.
///
/// - `status`: the server's last reply, or 0.
/// - `refused`: set for `outgoing_refused`. The status is 0 if the server has not replied with a
///   refusal, but offers no way to sign in that libcurl knows.
enum outgoing_outcome outgoing_send_mail(const struct outgoing_mail *mail, long *status,
                                         enum outgoing_step *refused);

#endif

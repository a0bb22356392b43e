#include "gate.h"

#include <string.h>

/// The shortest timeout that libcurl can set for a reply.
static const long second_milliseconds = 1000;

struct delivery {
    const struct outgoing_mail *mail;
    struct gate gate;
    size_t sent_count;
    /// The first letter of the last command, or 0.
    char command;
};

static size_t give_message(char *bytes, size_t size, size_t count, void *pointer) {
    struct delivery *delivery = pointer;
    size_t rest = delivery->mail->message_count - delivery->sent_count;
    size_t room = size * count;
    size_t given = rest < room ? rest : room;
    memcpy(bytes, (const char *)delivery->mail->message + delivery->sent_count, given);
    delivery->sent_count += given;
    return given;
}

/// Notes which command was sent last. Ignores its arguments, which may be secret.
static int note_command(CURL *curl, curl_infotype kind, char *bytes, size_t count, void *pointer) {
    struct delivery *delivery = pointer;
    (void)curl;
    // Ignore QUIT, which closes the connection before the transfer ends.
    if (kind == CURLINFO_HEADER_OUT && count > 0 && bytes[0] != 'Q') delivery->command = bytes[0];
    return 0;
}

static CURLcode configure(CURL *curl, struct delivery *delivery, struct curl_slist *recipients,
                          struct curl_slist *names, char *problem) {
    const struct outgoing_mail *mail = delivery->mail;
    CURLcode code = gate_configure(curl, &delivery->gate, problem, mail->timeout_milliseconds, names,
                                   mail->authorities_path);
    if (code == CURLE_OK) code = gate_separate(curl);
#define SET(option, value) \
    if (code == CURLE_OK) code = curl_easy_setopt(curl, option, value)
    SET(CURLOPT_URL, mail->url);
    SET(CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    // Otherwise libcurl would wait beyond the timeout for a server that does not reply to QUIT.
    SET(CURLOPT_SERVER_RESPONSE_TIMEOUT,
        mail->timeout_milliseconds < second_milliseconds
            ? 1L
            : mail->timeout_milliseconds / second_milliseconds);
    SET(CURLOPT_USE_SSL, mail->demands_tls ? (long)CURLUSESSL_ALL : (long)CURLUSESSL_NONE);
    SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    if (mail->user) {
        SET(CURLOPT_USERNAME, mail->user);
        SET(CURLOPT_PASSWORD, mail->password);
    }
    SET(CURLOPT_MAIL_FROM, mail->sender);
    SET(CURLOPT_MAIL_RCPT, recipients);
    SET(CURLOPT_UPLOAD, 1L);
    SET(CURLOPT_INFILESIZE_LARGE, (curl_off_t)mail->message_count);
    SET(CURLOPT_READFUNCTION, give_message);
    SET(CURLOPT_READDATA, delivery);
    SET(CURLOPT_VERBOSE, 1L);
    SET(CURLOPT_DEBUGFUNCTION, note_command);
    SET(CURLOPT_DEBUGDATA, delivery);
#undef SET
    return code;
}

/// Returns the step that the server refused, by the last command's first letter. The arguments of
/// `AUTH` may be on separate lines.
static enum outgoing_step step(CURLcode code, char command) {
    if (code == CURLE_LOGIN_DENIED) return outgoing_login;
    switch (command) {
        case 'M': return outgoing_sender;
        case 'R': return outgoing_recipient;
        case 'D': return outgoing_message;
        default: return outgoing_greeting;
    }
}

enum outgoing_outcome outgoing_send_mail(const struct outgoing_mail *mail, long *status,
                                         enum outgoing_step *refused) {
    char problem[256];
    *status = 0;
    CURL *curl = gate_begin(problem);
    if (!curl) return outgoing_failed;
    struct delivery delivery = {
        .mail = mail, .gate = {.allows = mail->allows, .context = mail->context}};
    struct curl_slist *recipients = curl_slist_append(NULL, mail->recipient);
    struct curl_slist *names =
        mail->resolved_name ? curl_slist_append(NULL, mail->resolved_name) : NULL;
    CURLcode code = configure(curl, &delivery, recipients, names, problem);
    if (code == CURLE_OK) code = curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, status);
    char command = delivery.command;
    curl_easy_cleanup(curl);
    curl_slist_free_all(recipients);
    curl_slist_free_all(names);
    if (code == CURLE_OK) return outgoing_answered;
    if (gate_is_shut(&delivery.gate)) return outgoing_forbidden;
    if (code == CURLE_PEER_FAILED_VERIFICATION) return outgoing_untrusted;
    if (code == CURLE_USE_SSL_FAILED) return outgoing_unencrypted;
    if (*status >= 400 || code == CURLE_LOGIN_DENIED) {
        if (*status < 400) *status = 0;
        *refused = step(code, command);
        return outgoing_refused;
    }
    return code == CURLE_OPERATION_TIMEDOUT ? outgoing_timed_out : outgoing_failed;
}

// PostgreSQL's client library (libpq-dev).
#include <libpq-fe.h>

static inline void postgres_ignore_notice(void *context, const PGresult *notice) {
    (void)context, (void)notice;
}

// Keeps libpq from writing the server's notices to standard error.
static inline void postgres_ignore_notices(PGconn *connection) {
    PQsetNoticeReceiver(connection, postgres_ignore_notice, 0);
}

// Screens that come back: each watches waitlist/display, and when the hub goes away it connects again as the pages do and
// resumes from what it has. One thread, epoll. Prints three lines of JSON: when all are live for the first time, when all
// are live again after the hub went away, and when a change has come to each of them. Instants are of CLOCK_MONOTONIC.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define KEY "dGhlIHNhbXBsZSBub25jZQ=="   // RFC 6455's example
#define VIEW "waitlist/display"
#define READ_SIZE (1 << 20)
#define SLOTS (1 << 16)                  // of the wheel, a millisecond each
#define CONCURRENCY 64                   // connections being made before all are live for the first time

enum state { WAITING, CONNECTING, UPGRADING, OPEN, LEAVING };
struct screen {
  int fd, attempt;
  int bye_ms;                            // what a bye asked to wait; -1 for none
  enum state state;
  bool has_answer, has_document, is_live, was_lost, has_change;
  char epoch[64];                        // of the document that it has; empty before the first
  long rev;
  uint64_t offline_ns;                   // since when it has been offline
  char *rest;                            // of what came, what is not whole yet
  size_t left;
  struct screen *next;                   // in the same slot of the wheel
};

static int port = 8080, count = 100, ep;
static double seconds = 60;
static const char *token = "";
static struct screen *screens, *wheel[SLOTS];
static uint64_t now_ns, turned_ms;       // turned_ms: how far the wheel has been turned
static int live, returned, changed;
static long in_vain, resumed;            // attempts that were refused or broken off; subscriptions
static uint32_t *offline_us;
static bool is_measured;                 // all were live, and what happens now is measured
static char *buf;

static _Noreturn void die(const char *what) {
  fprintf(stderr, "reconnecting: %s: %s\n", what, errno ? strerror(errno) : "not as expected");
  exit(1);
}
static uint64_t clock_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ull + t.tv_nsec;
}

static void connect_after(struct screen *s, int ms) {
  uint64_t due = now_ns / 1000000 + (ms < 1 ? 1 : ms < SLOTS ? ms : SLOTS - 1);
  s->state = WAITING;
  s->next = wheel[due % SLOTS];
  wheel[due % SLOTS] = s;
}
// As Public/js/backoff.js.
static int backoff_ms(int attempt) {
  double most = 500.0 * (1 << (attempt < 10 ? attempt : 10));
  return (most < 15000 ? most : 15000) * drand48();
}
// As `later` in Public/js/connection.js.
static void lose(struct screen *s) {
  if (!is_measured) die("lost before all were live");
  if (!s->offline_ns) s->offline_ns = now_ns;
  if (s->state == CONNECTING || s->state == UPGRADING) in_vain++;
  if (s->is_live) live--;
  if (s->is_live && s->was_lost) returned--;
  s->was_lost = true;
  s->has_answer = s->has_document = s->is_live = false;
  close(s->fd);
  free(s->rest);
  s->rest = NULL;
  s->left = 0;
  int ms = s->bye_ms >= 0 ? s->bye_ms : backoff_ms(s->attempt);
  s->bye_ms = -1;
  s->attempt++;
  connect_after(s, ms);
}

static void watch(struct screen *s, int op, uint32_t events) {
  struct epoll_event e = { .events = events, .data.ptr = s };
  if (epoll_ctl(ep, op, s->fd, &e)) die("epoll_ctl");
}
// Connects each screen from its own address, as in a restaurant. With a common address, many screens would get a port
// that another screen had: while the hub is away, TIME_WAIT (RFC 9293, 3.6.1) answers them there instead of a reset,
// and they wait a second. And a screen at 127.0.0.1 could get the hub's own port, be connected to itself, and keep the
// hub from listening.
static void start_connect(struct screen *s) {
  struct sockaddr_in hub = { AF_INET, htons(port), { htonl(INADDR_LOOPBACK) }, {0} };
  struct sockaddr_in own = { AF_INET, 0, { htonl(INADDR_LOOPBACK + 1 + (s - screens)) }, {0} };
  if ((s->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0)) < 0) die("socket");
  setsockopt(s->fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
  setsockopt(s->fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &(int){1}, sizeof(int));
  if (bind(s->fd, (struct sockaddr *)&own, sizeof own)) die("bind");
  s->state = CONNECTING;
  if (connect(s->fd, (struct sockaddr *)&hub, sizeof hub) && errno != EINPROGRESS) {
    if (errno != ECONNREFUSED && errno != ECONNRESET) die("connect");
    lose(s);
  } else watch(s, EPOLL_CTL_ADD, EPOLLOUT);
}
static void send_whole(struct screen *s, const char *data, size_t len) {   // a fresh socket's buffer holds it
  ssize_t sent = send(s->fd, data, len, MSG_NOSIGNAL);
  if (sent < 0 && (errno == EPIPE || errno == ECONNRESET)) return;         // the next reading says so too
  if (sent != (ssize_t)len) die("send");
}
static void send_upgrade(struct screen *s) {
  char request[1024];
  int error = 0;
  socklen_t size = sizeof error;
  getsockopt(s->fd, SOL_SOCKET, SO_ERROR, &error, &size);
  if (error == ECONNREFUSED || error == ECONNRESET) { lose(s); return; }
  if (error) { errno = error; die("connect"); }
  int len = snprintf(request, sizeof request, "GET /v1/main/sync HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: " KEY "\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Protocol: tablecast.v1\r\nAuthorization: Bearer %s\r\n\r\n", port, token);
  s->state = UPGRADING;
  watch(s, EPOLL_CTL_MOD, EPOLLIN);
  send_whole(s, request, len);
}
// One masked frame; the mask is zero, which the protocol allows.
static void send_frame(struct screen *s, int opcode, const char *data, size_t len) {
  unsigned char f[256] = { 0x80 | opcode };
  size_t head = len < 126 ? 2 : 4;
  if (len + 8 > sizeof f) { errno = 0; die("too long a frame"); }
  f[1] = 0x80 | (len < 126 ? len : 126);
  if (head == 4) f[3] = len;
  memcpy(f + head + 4, data, len);
  send_whole(s, (char *)f, head + 4 + len);
}
static void subscribe(struct screen *s) {
  char text[200], since[120] = "";
  if (*s->epoch) snprintf(since, sizeof since, ",\"since\":{\"epoch\":\"%s\",\"rev\":%ld}", s->epoch, s->rev);
  int len = snprintf(text, sizeof text, "{\"type\":\"subscribe\",\"view\":\"" VIEW "\"%s}", since);
  send_frame(s, 1, text, len);
}

// Returns what follows the name, which occurs only at the message's own level; NULL without the name.
static const char *member(const char *text, size_t len, const char *name) {
  const char *at = memmem(text, len, name, strlen(name));
  return at ? at + strlen(name) : NULL;
}
static long number(const char *text, size_t len, const char *name) {
  const char *at = member(text, len, name);
  errno = 0;
  if (!at) die(name);
  return strtol(at, NULL, 10);   // a message ends with a brace
}
static void become_live(struct screen *s) {
  if (s->is_live) return;
  s->is_live = true;
  live++;
  if (!s->was_lost) return;
  offline_us[s - screens] = (now_ns - s->offline_ns) / 1000;
  s->offline_ns = 0;
  returned++;
}
static void take_diff(struct screen *s, const char *text, size_t len) {
  if (number(text, len, "\"from\":") != s->rev) die("a diff that does not fit");
  s->rev = number(text, len, "\"rev\":");
  if (s->is_live && is_measured && !s->has_change) { s->has_change = true; changed++; }
}
static void take(struct screen *s, const char *text, size_t len) {
  const char *type = member(text, len, "\"type\":\"");
  if (!type) die("a message without a type");
#define IS(name) (!strncmp(type, name "\"", sizeof name))
  if (IS("welcome")) s->attempt = 0;
  else if (IS("subscribed")) {
    s->has_answer = true;
    s->has_document = member(text, len, "\"resumed\":true") != NULL;
    if (s->has_document && is_measured) resumed++;
  } else if (IS("snapshot") && s->has_answer) {
    const char *epoch = member(text, len, "\"epoch\":\"");
    if (!epoch || sscanf(epoch, "%63[^\"]", s->epoch) != 1) die("no epoch");
    s->rev = number(text, len, "\"rev\":");
    s->has_document = true;
  } else if (IS("diff") && s->has_answer) take_diff(s, text, len);
  else if (IS("live") && s->has_document) become_live(s);
  else if (IS("bye")) {
    s->bye_ms = number(text, len, "\"reconnectInMs\":");
    s->offline_ns = now_ns;
  } else if (IS("error")) {
    fprintf(stderr, "%.*s\n", (int)len, text);
    errno = 0;
    die("an error");
  }
}

// Takes the upgrade's answer off the front; returns the bytes it used, 0 if it is not whole yet.
static size_t take_answer(struct screen *s, const char *p, size_t len) {
  const char *end = memmem(p, len, "\r\n\r\n", 4);
  if (!end) return 0;
  if (len < 12 || memcmp(p, "HTTP/1.1 101", 12)) {
    if (!is_measured) {
      fprintf(stderr, "%.*s\n", (int)(end - p), p);
      errno = 0;
      die("upgrade");
    }
    shutdown(s->fd, SHUT_RDWR);          // the next reading says that it is lost
    return len;
  }
  s->state = OPEN;
  subscribe(s);
  return end + 4 - p;
}
static size_t take_frames(struct screen *s, char *p, size_t len) {
  size_t at = 0;
  while (s->state == OPEN && len - at >= 2) {
    const unsigned char *f = (unsigned char *)p + at;
    uint64_t n = f[1] & 127;
    size_t head = n == 126 ? 4 : n == 127 ? 10 : 2;
    if (len - at < head) break;
    if (head > 2) n = 0;
    for (size_t i = 2; i < head; i++) n = n << 8 | f[i];
    if (len - at < head + n) break;
    char *data = p + at + head;
    at += head + n;
    switch (f[0] & 15) {
      case 1: take(s, data, n); break;
      case 8:                            // answered, and then the hub is the one to close
        send_frame(s, 8, data, n < 2 ? n : 2);
        s->state = LEAVING;
        return len;
      case 9: send_frame(s, 10, data, n); break;
    }
  }
  return at;
}
static void receive(struct screen *s) {
  memcpy(buf, s->rest ? s->rest : "", s->left);
  ssize_t got = recv(s->fd, buf + s->left, READ_SIZE - s->left, 0);
  if (got < 0 && errno == EAGAIN) return;
  if (got < 0 && errno != ECONNRESET) die("receive");
  if (got <= 0) {
    lose(s);
    return;
  }
  size_t len = s->state == LEAVING ? 0 : s->left + got;
  size_t used = s->state == UPGRADING ? take_answer(s, buf, len) : 0;
  if (s->state == OPEN) used += take_frames(s, buf + used, len - used);
  free(s->rest);
  s->rest = NULL;
  s->left = len - used;
  if (s->left) memcpy(s->rest = malloc(s->left), buf + used, s->left);
}

static void turn(void) {
  static struct epoll_event events[512];
  int n = epoll_wait(ep, events, 512, 1);
  for (int i = 0; i < n; i++) {
    struct screen *s = events[i].data.ptr;
    now_ns = clock_ns();
    if (s->state == CONNECTING) send_upgrade(s);
    else receive(s);
  }
  now_ns = clock_ns();
  for (; turned_ms < now_ns / 1000000; turned_ms++) {
    struct screen *due = wheel[(turned_ms + 1) % SLOTS];
    wheel[(turned_ms + 1) % SLOTS] = NULL;
    while (due) {
      struct screen *s = due;
      due = s->next;
      start_connect(s);
    }
  }
}
// Turns until all screens are counted.
static void await(const int *counted, const char *what) {
  uint64_t limit = now_ns + seconds * 1e9;
  while (*counted < count) {
    turn();
    if (now_ns > limit) {
      fprintf(stderr, "reconnecting: %d of %d after %.0f s: %s\n", *counted, count, seconds, what);
      exit(1);
    }
  }
}
static int by_value(const void *a, const void *b) {
  return (*(uint32_t *)a > *(uint32_t *)b) - (*(uint32_t *)a < *(uint32_t *)b);
}

int main(int argc, char **argv) {
  static const struct option longs[] = { {"port", 1, 0, 'p'}, {"clients", 1, 0, 'n'}, {"token", 1, 0, 't'},
                                         {"seconds", 1, 0, 's'}, {0} };
  for (int o; (o = getopt_long(argc, argv, "", longs, NULL)) != -1; ) switch (o) {
    case 'p': port = atoi(optarg); break;
    case 'n': count = atoi(optarg); break;
    case 't': token = optarg; break;
    case 's': seconds = atof(optarg); break;
    default: return 2;
  }
  if (count < 1 || count > 1 << 20) { fprintf(stderr, "reconnecting: clients are from 1 to 1048576\n"); return 2; }
  srand48(clock_ns());
  buf = malloc(READ_SIZE);
  screens = calloc(count, sizeof *screens);
  offline_us = calloc(count, sizeof *offline_us);
  if ((ep = epoll_create1(0)) < 0) die("epoll");

  uint64_t begin = now_ns = clock_ns();
  turned_ms = now_ns / 1000000;
  for (int started = 0; started < count; turn())
    while (started < count && started - live < CONCURRENCY) {
      screens[started].bye_ms = -1;
      start_connect(&screens[started++]);
    }
  await(&live, "live");
  printf("{\"clients\":%d,\"connect_s\":%.3f}\n", count, (now_ns - begin) / 1e9);
  fflush(stdout);

  is_measured = true;
  await(&returned, "live again");
  uint64_t returned_ns = now_ns;
  qsort(offline_us, count, sizeof *offline_us, by_value);
  printf("{\"all_live_ns\":%" PRIu64 ",\"in_vain\":%ld,\"resumed\":%ld,\"p50_us\":%u,\"p99_us\":%u,\"max_us\":%u}\n",
         returned_ns, in_vain, resumed, offline_us[count / 2], offline_us[count * 99 / 100], offline_us[count - 1]);
  fflush(stdout);

  await(&changed, "have the change");
  printf("{\"changed_ns\":%" PRIu64 "}\n", now_ns);
  for (int i = 0; i < count; i++)        // leaves no TIME_WAIT behind
    setsockopt(screens[i].fd, SOL_SOCKET, SO_LINGER, &(struct linger){1, 0}, sizeof(struct linger));
}

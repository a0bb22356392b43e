// Load of hosts: each connection adds a party and then edits it, with a window of mutations in flight. One thread, epoll.
// Standard input has a line for each connection: the venue's slug and a host's token. Prints one line of JSON: the acks a
// second, and the time from a mutation's sending to its ack.
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

#define WINDOW_MAX 256
#define READ_SIZE (1 << 20)

struct host {
  int fd, number;
  char party[32];                  // empty until its `add` is answered
  long sent, acked;
  uint64_t stamps[WINDOW_MAX];     // when the mutation of this number, modulo the window, was sent
  char *rest, *out;                // of what came, what is not whole yet; what could not be sent yet
  size_t left, out_len;
};

static int port = 8080, window = 16, ep;
static double seconds = 5;
static bool subscribes;
static struct host *hosts;
static int count, ready;
static char *buf;
static uint32_t *latencies;        // microseconds
static size_t latency_count, latency_cap;
static uint64_t deadline, now_ns;
static bool measuring;

static _Noreturn void die(const char *what) {
  fprintf(stderr, "mutations: %s: %s\n", what, errno ? strerror(errno) : "not as expected");
  exit(1);
}
static uint64_t clock_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ull + t.tv_nsec;
}

static void flush(struct host *h) {
  while (h->out_len) {
    ssize_t sent = send(h->fd, h->out, h->out_len, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EAGAIN) break;
    if (sent < 0) die("send");
    memmove(h->out, h->out + sent, h->out_len -= sent);
  }
  struct epoll_event e = { .events = EPOLLIN | (h->out_len ? EPOLLOUT : 0), .data.ptr = h };
  if (epoll_ctl(ep, EPOLL_CTL_MOD, h->fd, &e)) die("epoll_ctl");
}
// One masked frame; the mask is zero, which the protocol allows.
static void queue(struct host *h, const char *text) {
  size_t len = strlen(text);
  h->out = realloc(h->out, h->out_len + len + 8);
  unsigned char *o = (unsigned char *)h->out + h->out_len;
  *o++ = 0x81;
  if (len < 126) *o++ = 0x80 | len;
  else { *o++ = 0x80 | 126; *o++ = len >> 8; *o++ = len; }
  memset(o, 0, 4);
  memcpy(o + 4, text, len);
  h->out_len = (char *)o + 4 + len - h->out;
}

static void open_host(struct host *h, const char *venue, const char *token) {
  struct sockaddr_in a = { AF_INET, htons(port), { htonl(INADDR_LOOPBACK) }, {0} };
  char request[1024];
  if ((h->fd = socket(AF_INET, SOCK_STREAM, 0)) < 0) die("socket");
  setsockopt(h->fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
  if (connect(h->fd, (struct sockaddr *)&a, sizeof a)) die("connect");
  int len = snprintf(request, sizeof request, "GET /v1/%s/sync HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Protocol: tablecast.v1\r\nAuthorization: Bearer %s\r\n\r\n", venue, port, token);
  if (send(h->fd, request, len, MSG_NOSIGNAL) != len) die("send");
  size_t got = 0;
  char answer[8192], *end = NULL;
  while (!end) {
    ssize_t n = recv(h->fd, answer + got, sizeof answer - 1 - got, 0);
    if (n <= 0) die("upgrade");
    answer[got += n] = 0;
    end = strstr(answer, "\r\n\r\n");
  }
  if (strncmp(answer, "HTTP/1.1 101", 12)) { fprintf(stderr, "%s", answer); die("upgrade"); }
  h->left = got - (end + 4 - answer);
  h->rest = malloc(h->left + 1);
  memcpy(h->rest, end + 4, h->left);
  struct epoll_event e = { .events = EPOLLIN, .data.ptr = h };
  if (epoll_ctl(ep, EPOLL_CTL_ADD, h->fd, &e)) die("epoll_ctl");
  char add[160];
  snprintf(add, sizeof add, "{\"type\":\"mutate\",\"id\":\"h%d-first\",\"action\":\"waitlist.add\","
    "\"args\":{\"name\":\"Host %d\",\"size\":2}}", h->number, h->number);
  if (subscribes) queue(h, "{\"type\":\"subscribe\",\"view\":\"waitlist/host\"}");
  queue(h, add);
  flush(h);
}

static void edit(struct host *h) {
  char text[256];
  long n = h->sent++;
  h->stamps[n % window] = now_ns;
  snprintf(text, sizeof text, "{\"type\":\"mutate\",\"id\":\"h%d-%ld\",\"action\":\"waitlist.edit\","
    "\"args\":{\"party\":\"%s\",\"size\":%ld}}", h->number, n, h->party, n % 98 + 1);
  queue(h, text);
}
static void take(struct host *h, const char *text, size_t len) {
  if (memmem(text, len, "\"type\":\"reject\"", 15) || memmem(text, len, "\"type\":\"error\"", 14)) {
    fprintf(stderr, "%.*s\n", (int)len, text);
    errno = 0;
    die("a mutation was rejected");
  }
  if (!memmem(text, len, "\"type\":\"ack\"", 12)) return;
  if (!*h->party) {
    const char *p = memmem(text, len, "\"party\":\"", 9);
    if (!p) die("no party");
    sscanf(p + 9, "%31[^\"]", h->party);
    ready++;
    return;
  }
  uint64_t stamp = h->stamps[h->acked++ % window];
  if (measuring && now_ns < deadline) {
    if (latency_count == latency_cap) latencies = realloc(latencies, (latency_cap = 2 * latency_cap + 4096) * 4);
    latencies[latency_count++] = (now_ns - stamp) / 1000;
  }
}
static void receive(struct host *h) {
  memcpy(buf, h->rest, h->left);
  ssize_t got = recv(h->fd, buf + h->left, READ_SIZE - h->left, MSG_DONTWAIT);
  if (got < 0 && errno == EAGAIN) return;
  if (got <= 0) die("receive");
  now_ns = clock_ns();
  size_t len = h->left + got, at = 0;
  while (len - at >= 2) {
    const unsigned char *f = (unsigned char *)buf + at;
    uint64_t n = f[1] & 127;
    size_t head = n == 126 ? 4 : n == 127 ? 10 : 2;
    if (len - at < head) break;
    if (head > 2) n = 0;
    for (size_t i = 2; i < head; i++) n = n << 8 | f[i];
    if (len - at < head + n) break;
    if ((f[0] & 15) == 8) die("closed");
    if ((f[0] & 15) == 1) take(h, buf + at + head, n);
    at += head + n;
  }
  h->left = len - at;
  h->rest = realloc(h->rest, h->left + 1);
  memcpy(h->rest, buf + at, h->left);
}

static void turn(void) {
  struct epoll_event events[256];
  int n = epoll_wait(ep, events, 256, 100);
  now_ns = clock_ns();
  for (int i = 0; i < n; i++) {
    struct host *h = events[i].data.ptr;
    if (events[i].events & ~EPOLLOUT) receive(h);
    if (measuring)
      while (*h->party && now_ns < deadline && h->sent - h->acked < window) edit(h);
    if (h->out_len) flush(h);
  }
}
static int by_value(const void *a, const void *b) {
  return (*(uint32_t *)a > *(uint32_t *)b) - (*(uint32_t *)a < *(uint32_t *)b);
}

int main(int argc, char **argv) {
  static const struct option longs[] = { {"port", 1, 0, 'p'}, {"window", 1, 0, 'w'}, {"seconds", 1, 0, 's'},
                                         {"subscribe", 0, 0, 'u'}, {0} };
  for (int o; (o = getopt_long(argc, argv, "", longs, NULL)) != -1; ) switch (o) {
    case 'p': port = atoi(optarg); break;
    case 'w': window = atoi(optarg); break;
    case 's': seconds = atof(optarg); break;
    case 'u': subscribes = true; break;
    default: return 2;
  }
  if (window < 1 || window > WINDOW_MAX) { fprintf(stderr, "mutations: a window is from 1 to %d\n", WINDOW_MAX); return 2; }
  buf = malloc(READ_SIZE);
  hosts = calloc(4096, sizeof *hosts);
  if ((ep = epoll_create1(0)) < 0) die("epoll");
  char venue[64], token[128];
  while (count < 4096 && scanf("%63s %127s", venue, token) == 2) {
    hosts[count].number = count;
    open_host(&hosts[count], venue, token);
    count++;
  }
  uint64_t limit = clock_ns() + 30000000000ull;
  while (ready < count) {
    turn();
    if (now_ns > limit) { errno = ETIMEDOUT; die("first parties"); }
  }
  measuring = true;
  uint64_t start = now_ns = clock_ns();
  deadline = start + seconds * 1e9;
  for (int i = 0; i < count; i++) {
    while (hosts[i].sent - hosts[i].acked < window) edit(&hosts[i]);
    flush(&hosts[i]);
  }
  while (now_ns < deadline) turn();
  if (!latency_count) { errno = ETIMEDOUT; die("acks"); }
  qsort(latencies, latency_count, 4, by_value);
  printf("{\"hosts\":%d,\"window\":%d,\"acks\":%zu,\"acks_per_s\":%.0f,\"p50_us\":%u,\"p99_us\":%u}\n", count, window,
         latency_count, latency_count / seconds, latencies[latency_count / 2], latencies[latency_count * 99 / 100]);
}

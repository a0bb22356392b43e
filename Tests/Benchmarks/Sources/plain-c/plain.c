// A broadcast server with nothing else in it, as an upper bound: plain-c PORT [send|join]. One thread, epoll.
// GET /sub subscribes. Text frames from any other connection go to every subscriber.
//   send  one send() to each subscriber for each message
//   join  one send() to each subscriber for all messages that were found in one read
// There is no backpressure: messages that do not fit in a socket buffer are lost, and counted on stderr.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { FILES = 1 << 17, INPUT = 1 << 20 };
static bool is_open[FILES];                           // has been upgraded
static int place[FILES], subscribers[FILES], count;   // place: 1 + its index in subscribers, 0 for none
static char input[INPUT], output[INPUT + 16];
static bool joins;
static long short_sends;

static void sha1(const uint8_t *message, size_t len, uint8_t digest[20]) {   // of at most 119 bytes
  uint8_t block[128] = {0};
  uint32_t h[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
  size_t total = len + 9 <= 64 ? 64 : 128;
  memcpy(block, message, len);
  block[len] = 0x80;
  for (int i = 0; i < 4; i++) block[total - 1 - i] = len * 8 >> 8 * i;
  for (size_t at = 0; at < total; at += 64) {
    uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (int i = 0; i < 16; i++) {
      const uint8_t *p = block + at + 4 * i;
      w[i] = (uint32_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];
    }
    for (int i = 16; i < 80; i++) {
      uint32_t x = w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16];
      w[i] = x << 1 | x >> 31;
    }
    for (int i = 0; i < 80; i++) {
      uint32_t f = i < 20 ? ((b & c) | (~b & d)) + 0x5A827999 : i < 40 ? (b ^ c ^ d) + 0x6ED9EBA1
                 : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDC : (b ^ c ^ d) + 0xCA62C1D6;
      uint32_t t = (a << 5 | a >> 27) + f + e + w[i];
      e = d; d = c; c = b << 30 | b >> 2; b = a; a = t;
    }
    h[0] += a; h[1] += b; h[2] += c; h[3] += d; h[4] += e;
  }
  for (int i = 0; i < 20; i++) digest[i] = h[i / 4] >> (24 - 8 * (i % 4));
}

static const char base64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void upgrade(int fd, char *request, size_t len) {
  request[len] = 0;
  char *key = strcasestr(request, "sec-websocket-key:"), text[64], accept[32];
  if (!key) { close(fd); return; }
  key += 18 + strspn(key + 18, " ");
  uint8_t d[24] = {0};
  sha1((uint8_t *)text, snprintf(text, sizeof text, "%.24s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key), d);
  for (int i = 0, o = 0; i < 21; i += 3)
    for (int s = 18; s >= 0; s -= 6)
      accept[o++] = base64[(d[i] << 16 | d[i + 1] << 8 | d[i + 2]) >> s & 63];
  accept[27] = '=';
  char answer[256];
  int n = snprintf(answer, sizeof answer, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                   "Connection: Upgrade\r\nSec-WebSocket-Accept: %.28s\r\n\r\n", accept);
  if (send(fd, answer, n, MSG_NOSIGNAL) != n) return;
  is_open[fd] = true;
  if (!strncmp(request, "GET /sub", 8)) { subscribers[count++] = fd; place[fd] = count; }
}

static void broadcast(const char *data, size_t len) {
  for (int i = 0; i < count; i++)
    if (send(subscribers[i], data, len, MSG_NOSIGNAL | MSG_DONTWAIT) != (ssize_t)len) short_sends++;
}

// Unmasks the complete frames in data[0..len) into output and sends them; returns the number of bytes used.
static size_t publish(uint8_t *data, size_t len) {
  size_t at = 0, o = 0;
  while (len - at >= 6) {
    uint8_t *h = data + at;
    size_t n = h[1] & 127, head = n == 126 ? 8 : n == 127 ? 14 : 6;
    if (len - at < head) break;
    if (n == 126) n = h[2] << 8 | h[3];
    else if (n == 127) { n = 0; for (int i = 2; i < 10; i++) n = n << 8 | h[i]; }
    if (len - at < head + n) break;
    if ((h[0] & 15) == 1) {
      memcpy(output + o, h, head - 4);
      output[o + 1] &= 127;
      o += head - 4;
      for (size_t i = 0; i < n; i++) output[o + i] = h[head + i] ^ h[head - 4 + (i & 3)];
      o += n;
      if (!joins) { broadcast(output, o); o = 0; }
    }
    at += head + n;
  }
  if (o) broadcast(output, o);
  return at;
}

static void forget(int fd) {
  if (place[fd]) {
    int last = subscribers[--count];
    subscribers[place[fd] - 1] = last;
    place[last] = place[fd];
    place[fd] = 0;
  }
  close(fd);
  if (!count && short_sends) fprintf(stderr, "plain-c: %ld sends not taken whole\n", short_sends);
}

int main(int argc, char **argv) {
  joins = argc > 2 && !strcmp(argv[2], "join");
  struct rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), ep = epoll_create1(0), on = 1;
  struct sockaddr_in a = { AF_INET, htons(argc > 1 ? atoi(argv[1]) : 9501), { htonl(INADDR_LOOPBACK) }, {0} };
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(listener, (struct sockaddr *)&a, sizeof a) || listen(listener, 4096)) {
    perror("listen");
    return 1;
  }
  epoll_ctl(ep, EPOLL_CTL_ADD, listener, &(struct epoll_event){ EPOLLIN, { .fd = listener } });

  size_t kept = 0;   // bytes of a frame not yet whole; there is one publisher
  for (;;) {
    static struct epoll_event events[512];
    int n = epoll_wait(ep, events, 512, -1);
    for (int i = 0; i < n; i++) {
      int fd = events[i].data.fd, c;
      if (fd == listener) {
        while ((c = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
          setsockopt(c, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
          is_open[c] = false;
          epoll_ctl(ep, EPOLL_CTL_ADD, c, &(struct epoll_event){ EPOLLIN, { .fd = c } });
        }
        continue;
      }
      bool publisher = is_open[fd] && !place[fd];
      size_t keep = publisher ? kept : 0;
      ssize_t got = recv(fd, input + keep, INPUT - 1 - keep, 0);
      if (got <= 0) forget(fd);
      else if (!is_open[fd]) upgrade(fd, input, got);
      else if (publisher) {
        size_t used = publish((uint8_t *)input, keep + got);
        kept = keep + got - used;
        memmove(input, input + used, kept);
      }
    }
  }
}

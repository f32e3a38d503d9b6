/*
 * Takes the audio packets of UDP sockets that another process has bound, without waking anyone when a packet arrives.
 *
 *   udp-drain INTERVAL_MS CAPACITY RECEIVE_BUFFER_BYTES FD...
 *
 * Each FD is an inherited IPv4 socket. This process binds a second socket to the same address (SO_REUSEPORT) and lets a
 * filter choose: RTP packets of Opus audio come here, all else (IP discovery, keep-alives) stays with the other
 * process, and everything does again once this one ends. The sockets are read every INTERVAL_MS and never waited for,
 * so a send costs its sender what it costs on a network: nobody has to be woken. Times are the kernel's
 * (SO_TIMESTAMPNS): when the packet entered the receiving network stack, whenever it was read.
 *
 * Prints "ready" once packets come here. After the end of standard input: one line of JSON, then for each packet, per
 * socket in the order of arrival, SSRC, seconds, nanoseconds (32 bits each), RTP sequence number and zeros (16 bits
 * each), in this machine's byte order.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* linux/sock_diag.h: place of the count of drops among what SO_MEMINFO tells. */
#define DROPS 8
#define MEMINFO_VALUES 9
#define MOST_SOCKETS 64
#define BATCH 256
#define RTP_HEADER_BYTES 12
/* The kernel begins to stamp packets a moment after the first socket asks for it. */
#define STAMPING_BEGINS_US 20000
/* After the first three arguments. */
#define FIRST_FD 4

struct record {
  uint32_t ssrc, seconds, nanoseconds;
  uint16_t sequence, zero;
};

static struct record *records;
static size_t capacity, count, beyond, unstamped;

static void fail(const char *what) {
  fprintf(stderr, "udp-drain: %s: %s\n", what, strerror(errno));
  exit(1);
}

/* A socket that stamps what it receives. Returns it; `buffer` becomes the size that the kernel grants. */
static int open_socket(int *buffer) {
  int fd = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
  int on = 1;
  socklen_t length = sizeof *buffer;
  if (fd < 0) fail("socket");
  if (setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on) < 0) fail("SO_REUSEPORT");
  if (setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on) < 0) fail("SO_TIMESTAMPNS");
  /* More than the system's maximum is for root only. */
  if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, buffer, sizeof *buffer) < 0 &&
      setsockopt(fd, SOL_SOCKET, SO_RCVBUF, buffer, sizeof *buffer) < 0)
    fail("SO_RCVBUF");
  if (getsockopt(fd, SOL_SOCKET, SO_RCVBUF, buffer, &length) < 0) fail("SO_RCVBUF");
  return fd;
}

/* Chooses the second socket of the port, this one, for RTP version 2 with payload type 120, as Discord's Opus has. */
static void take_audio(int fd) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 0),
      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xc0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x80, 0, 4),
      BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 1),
      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0x7f),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 120, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, 1),
      BPF_STMT(BPF_RET | BPF_K, 0),
  };
  struct sock_fprog program = {.len = sizeof code / sizeof *code, .filter = code};
  if (setsockopt(fd, SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, &program, sizeof program) < 0) fail("the filter");
}

static void join_port(int fd, int other) {
  struct sockaddr_in address;
  socklen_t length = sizeof address;
  int on = 1;
  if (getsockname(other, (struct sockaddr *)&address, &length) < 0) fail("getsockname");
  if (setsockopt(other, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on) < 0) fail("SO_REUSEPORT of the other");
  if (bind(fd, (struct sockaddr *)&address, length) < 0) fail("bind");
  take_audio(fd);
  close(other);
}

static const struct timespec *arrival(struct msghdr *message) {
  for (struct cmsghdr *each = CMSG_FIRSTHDR(message); each != NULL; each = CMSG_NXTHDR(message, each))
    if (each->cmsg_level == SOL_SOCKET && each->cmsg_type == SCM_TIMESTAMPNS) return (void *)CMSG_DATA(each);
  return NULL;
}

static void note(const uint8_t *header, const struct timespec *at) {
  uint32_t ssrc;
  uint16_t sequence;
  if (count == capacity) {
    beyond++;
    return;
  }
  memcpy(&ssrc, header + 8, sizeof ssrc);
  memcpy(&sequence, header + 2, sizeof sequence);
  records[count++] = (struct record){ntohl(ssrc), at->tv_sec, at->tv_nsec, ntohs(sequence), 0};
}

/* Reads all that waits in a socket: of each packet no more than the RTP header. */
static void drain(int fd) {
  static uint8_t headers[BATCH][RTP_HEADER_BYTES];
  static _Alignas(struct cmsghdr) uint8_t controls[BATCH][CMSG_SPACE(sizeof(struct timespec))];
  static struct iovec parts[BATCH];
  static struct mmsghdr messages[BATCH];
  for (;;) {
    for (int index = 0; index < BATCH; index++) {
      parts[index] = (struct iovec){headers[index], RTP_HEADER_BYTES};
      messages[index].msg_hdr = (struct msghdr){.msg_iov = &parts[index],
                                                .msg_iovlen = 1,
                                                .msg_control = controls[index],
                                                .msg_controllen = sizeof controls[index]};
    }
    int received = recvmmsg(fd, messages, BATCH, MSG_DONTWAIT, NULL);
    if (received < 0 && errno != EAGAIN && errno != EINTR) fail("recvmmsg");
    for (int index = 0; index < received; index++) {
      const struct timespec *at = arrival(&messages[index].msg_hdr);
      if (at == NULL) unstamped++;
      else if (messages[index].msg_len == RTP_HEADER_BYTES) note(headers[index], at);
    }
    if (received < BATCH) return;
  }
}

/* Packets that the kernel dropped because a socket's buffer was full, since the socket exists. */
static uint32_t drops_of(int fd) {
  uint32_t values[MEMINFO_VALUES] = {0};
  socklen_t length = sizeof values;
  if (getsockopt(fd, SOL_SOCKET, SO_MEMINFO, values, &length) < 0) fail("SO_MEMINFO");
  if (length < sizeof values) {
    errno = ENOTSUP;
    fail("the count of drops");
  }
  return values[DROPS];
}

int main(int argc, char **argv) {
  int sockets[MOST_SOCKETS], used = argc - FIRST_FD, buffer = 0;
  unsigned long dropped = 0;
  if (used < 1 || used > MOST_SOCKETS) {
    fprintf(stderr, "usage: udp-drain INTERVAL_MS CAPACITY RECEIVE_BUFFER_BYTES FD...\n");
    return 2;
  }
  int interval = atoi(argv[1]);
  capacity = strtoul(argv[2], NULL, 10);
  records = malloc(capacity * sizeof *records);
  if (records == NULL) fail("malloc");
  /* Whoever starts this may be preferred to what is measured. Late reading changes no time stamp, so this need not be. */
  setpriority(PRIO_PROCESS, 0, 0);
  for (int index = 0; index < used; index++) {
    buffer = atoi(argv[3]);
    sockets[index] = open_socket(&buffer);
  }
  usleep(STAMPING_BEGINS_US);
  for (int index = 0; index < used; index++) join_port(sockets[index], atoi(argv[FIRST_FD + index]));
  printf("ready\n");
  fflush(stdout);
  struct pollfd end = {.fd = STDIN_FILENO, .events = POLLIN};
  while (poll(&end, 1, interval) == 0)
    for (int index = 0; index < used; index++) drain(sockets[index]);
  for (int index = 0; index < used; index++) {
    drain(sockets[index]);
    dropped += drops_of(sockets[index]);
    close(sockets[index]);
  }
  printf("{\"packets\":%zu,\"dropped\":%lu,\"beyondCapacity\":%zu,\"unstamped\":%zu,\"receiveBufferBytes\":%d}\n", count,
         dropped, beyond, unstamped, buffer);
  fwrite(records, sizeof *records, count, stdout);
  return fflush(stdout) == 0 ? 0 : 1;
}

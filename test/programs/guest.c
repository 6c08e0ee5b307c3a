/* A guest in C: publishes a number every 100 ms. The whole client library is in this file. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HELLO = 1, WELCOME = 2, NODE = 10, PUBLISHER = 11, TIMER = 15, PUBLISH = 20, DONE = 23 };
enum { IDLE = 30, RUN = 31, LOG = 50, BYE = 53 };
enum { THE_NODE = 1, THE_PUBLISHER = 2, THE_TIMER = 3, THE_WAITER = 1 };

static int reading, writing;
static uint8_t out[4096], in[65536];
static size_t length;

static void bytes(const void *data, size_t size) {
  memcpy(out + length, data, size);
  length += size;
}
static void u8(uint8_t value) { bytes(&value, 1); }
static void u16(uint16_t value) { bytes(&value, 2); }
static void u32(uint32_t value) { bytes(&value, 4); }
static void i64(int64_t value) { bytes(&value, 8); }
static void string(const char *text) {
  u16((uint16_t)strlen(text));
  bytes(text, strlen(text));
}

/* Frames are written one by one; the pipe keeps them until Orrery has its turn. */
static void begin(uint8_t kind, uint32_t subject) {
  length = 0;
  u32(0);
  u8(kind);
  u8(0);
  u16(0);
  u32(subject);
}
static void end(void) {
  uint32_t rest = (uint32_t)length - 4;
  memcpy(out, &rest, 4);
  if (write(writing, out, length) != (ssize_t)length) exit(1);
}

static void all(uint8_t *to, size_t size) {
  while (size > 0) {
    ssize_t got = read(reading, to, size);
    if (got <= 0) exit(1);
    to += got;
    size -= (size_t)got;
  }
}

/* Reads one frame; returns its kind. */
static uint8_t receive(void) {
  uint32_t rest;
  all((uint8_t *)&rest, 4);
  if (rest > sizeof in) exit(1);
  all(in, rest);
  return in[0];
}

static void qos(void) {
  u8(1);
  u8(1);
  u8(2);
  u8(1);
  u32(10);
  i64(-1);
  i64(-1);
  i64(-1);
}

static void declare(void) {
  begin(NODE, THE_NODE);
  string("c_talker");
  string("/");
  u32(0);
  end();
  begin(PUBLISHER, THE_PUBLISHER);
  u32(THE_NODE);
  string("/numbers");
  string("std_msgs/msg/UInt64");
  string("");
  qos();
  end();
  begin(TIMER, THE_TIMER);
  u32(THE_NODE);
  i64(100000000);
  u8(0);
  u8(3);
  end();
}

static void publish(uint32_t callback, uint64_t number) {
  static const uint8_t encapsulation[4] = {0, 1, 0, 0};
  begin(PUBLISH, THE_PUBLISHER);
  u32(callback);
  bytes(encapsulation, 4);
  bytes(&number, 8);
  end();
}

static void idle(int first) {
  begin(IDLE, 0);
  i64(-1);
  u16(1);
  u32(THE_WAITER);
  u8(first ? 1 : 0);
  if (first) {
    u32(1);
    u32(THE_TIMER);
  }
  end();
}

int main(void) {
  const char *pipes = getenv("ORRERY_GUEST");
  if (pipes == NULL || sscanf(pipes, "%d,%d", &reading, &writing) != 2) return 1;
  begin(HELLO, 0);
  u32(0x5952524f);
  u16(1);
  u16(1);
  u8(2);
  string("a guest in C");
  u32((uint32_t)getpid());
  string(getenv("ORRERY_TOKEN"));
  end();
  if (receive() != WELCOME || receive() != RUN) return 1;
  declare();
  idle(1);
  for (uint64_t number = 0; receive() == RUN; number++) {
    uint32_t callback;
    /* After the kind, flags, zeros and subject: time, clock, entity, callback. */
    memcpy(&callback, in + 8 + 8 + 8 + 4, 4);
    publish(callback, number);
    begin(DONE, callback);
    end();
    idle(0);
  }
  begin(BYE, 0);
  u32(0);
  end();
  return 0;
}

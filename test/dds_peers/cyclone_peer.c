/* A peer of the tests on Cyclone DDS. Usage: cyclone_peer MODE key=value…
 *
 * pub   writes `count` blobs of `size` bytes, waits until they are acknowledged
 * sub   reads until `count` blobs came, or `seconds` have passed; prints what it got
 * echo  sends back on rt/pong what comes on rt/ping, until it is killed
 * ping  sends `count` blobs on rt/ping, each after the echo of the one before; prints times
 * serve answers add_two_ints; call asks `count` times
 * join  `count` participants with a reader each, prints when each has `others` matches
 *
 * Each line it prints is one JSON object. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cyclone_services.h"
#include "dds/dds.h"
#include "peer_types.h"

typedef peer_msgs_msg_dds__Blob_ Blob;
typedef example_interfaces_srv_dds__AddTwoInts_Request_ Request;
typedef example_interfaces_srv_dds__AddTwoInts_Response_ Response;

static int argument_count;
static char **arguments;

static const char *option(const char *name, const char *otherwise) {
  size_t length = strlen(name);
  for (int i = 2; i < argument_count; i++)
    if (strncmp(arguments[i], name, length) == 0 && arguments[i][length] == '=')
      return arguments[i] + length + 1;
  return otherwise;
}

static long number(const char *name, long otherwise) {
  const char *text = option(name, NULL);
  return text == NULL ? otherwise : atol(text);
}

static void check(dds_return_t result, const char *what) {
  if (result >= 0) return;
  fprintf(stderr, "%s: %s\n", what, dds_strretcode(-result));
  exit(1);
}

static dds_qos_t *qos_of_options(void) {
  dds_qos_t *qos = dds_create_qos();
  int reliable = strcmp(option("reliability", "reliable"), "reliable") == 0;
  dds_qset_reliability(qos, reliable ? DDS_RELIABILITY_RELIABLE : DDS_RELIABILITY_BEST_EFFORT,
                       DDS_INFINITY);
  int durable = strcmp(option("durability", "volatile"), "transient_local") == 0;
  dds_qset_durability(qos, durable ? DDS_DURABILITY_TRANSIENT_LOCAL : DDS_DURABILITY_VOLATILE);
  long depth = number("depth", 0);
  dds_qset_history(qos, depth == 0 ? DDS_HISTORY_KEEP_ALL : DDS_HISTORY_KEEP_LAST, (int32_t)depth);
  if (durable)
    dds_qset_durability_service(qos, 0, depth == 0 ? DDS_HISTORY_KEEP_ALL : DDS_HISTORY_KEEP_LAST,
                                (int32_t)depth, -1, -1, -1);
  dds_qset_writer_data_lifecycle(qos, false);
  return qos;
}

static dds_entity_t participant_of_options(void) {
  dds_entity_t participant = dds_create_participant((dds_domainid_t)number("domain", 0), NULL, NULL);
  check(participant, "participant");
  return participant;
}

static dds_entity_t topic_of(dds_entity_t participant, const dds_topic_descriptor_t *type,
                             const char *name) {
  dds_entity_t topic = dds_create_topic(participant, type, name, NULL, NULL);
  check(topic, "topic");
  return topic;
}

static void await_matches(dds_entity_t endpoint, int is_writer, unsigned count) {
  for (int tries = 0; tries < 20000; tries++) {
    unsigned current;
    if (is_writer) {
      dds_publication_matched_status_t status;
      check(dds_get_publication_matched_status(endpoint, &status), "status");
      current = status.current_count;
    } else {
      dds_subscription_matched_status_t status;
      check(dds_get_subscription_matched_status(endpoint, &status), "status");
      current = status.current_count;
    }
    if (current >= count) return;
    dds_sleepfor(DDS_USECS(500));
  }
  fprintf(stderr, "no match\n");
  exit(1);
}

static void fill(Blob *blob, uint32_t n, uint32_t size) {
  blob->number = n;
  blob->data._length = size;
  for (uint32_t i = 0; i < size; i++) blob->data._buffer[i] = (uint8_t)(n + i);
}

static int is_right(const Blob *blob) {
  for (uint32_t i = 0; i < blob->data._length; i++)
    if (blob->data._buffer[i] != (uint8_t)(blob->number + i)) return 0;
  return 1;
}

static int publish(void) {
  dds_entity_t participant = participant_of_options();
  dds_qos_t *qos = qos_of_options();
  dds_entity_t topic = topic_of(participant, &peer_msgs_msg_dds__Blob__desc, option("topic", "rt/blob"));
  dds_entity_t writer = dds_create_writer(participant, topic, qos, NULL);
  check(writer, "writer");
  if (number("batch", 0)) dds_write_set_batch(true);
  await_matches(writer, 1, (unsigned)number("matches", 1));
  uint32_t size = (uint32_t)number("size", 100), count = (uint32_t)number("count", 1000);
  Blob blob = {0, {size, size, malloc(size + 1), false}};
  long pause = number("pause_us", 0);
  /* What is in the payload beyond the number matters to tests of contents only. */
  int varies = (int)number("varies", 1);
  fill(&blob, 0, size);
  dds_time_t start = dds_time();
  for (uint32_t n = 0; n < count; n++) {
    if (varies) fill(&blob, n, size);
    blob.number = n;
    check(dds_write(writer, &blob), "write");
    if (pause > 0) dds_sleepfor(DDS_USECS(pause));
  }
  dds_write_flush(writer);
  dds_time_t written = dds_time();
  dds_return_t waited = dds_wait_for_acks(writer, DDS_SECS(number("seconds", 60)));
  printf("{\"written\":%u,\"ns\":%" PRId64 ",\"acknowledged_ns\":%" PRId64 ",\"acknowledged\":%s}\n",
         count, written - start, dds_time() - start, waited == 0 ? "true" : "false");
  fflush(stdout);
  dds_sleepfor(DDS_MSECS(number("linger_ms", 0)));
  check(dds_delete(participant), "delete");
  return 0;
}

static int subscribe(void) {
  dds_entity_t participant = participant_of_options();
  dds_qos_t *qos = qos_of_options();
  dds_entity_t topic = topic_of(participant, &peer_msgs_msg_dds__Blob__desc, option("topic", "rt/blob"));
  dds_entity_t reader = dds_create_reader(participant, topic, qos, NULL);
  check(reader, "reader");
  dds_entity_t waitset = dds_create_waitset(participant);
  dds_entity_t condition = dds_create_readcondition(reader, DDS_ANY_STATE);
  dds_waitset_attach(waitset, condition, 0);
  printf("{\"ready\":true}\n");
  fflush(stdout);
  uint32_t count = (uint32_t)number("count", 1000), received = 0, wrong = 0, disordered = 0;
  uint32_t first = 0, next = 0;
  dds_time_t end = dds_time() + DDS_SECS(number("seconds", 60)), began = 0, last = 0;
  int varies = (int)number("varies", 1);
  while (received < count && dds_time() < end) {
    dds_waitset_wait(waitset, NULL, 0, DDS_MSECS(100));
    void *samples[64] = {NULL};
    dds_sample_info_t infos[64];
    int got;
    while ((got = dds_take(reader, samples, infos, 64, 64)) > 0) {
      for (int i = 0; i < got; i++) {
        if (!infos[i].valid_data) continue;
        const Blob *blob = samples[i];
        if (received == 0) {
          first = next = blob->number;
          began = dds_time();
        }
        if (blob->number < next) disordered++;
        next = blob->number + 1;
        if (varies && !is_right(blob)) wrong++;
        received++;
      }
      last = dds_time();
      dds_return_loan(reader, samples, got);
      samples[0] = NULL;
    }
  }
  printf("{\"received\":%u,\"first\":%u,\"last\":%d,\"wrong\":%u,\"disordered\":%u,\"ns\":%" PRId64 "}\n",
         received, first, (int)next - 1, wrong, disordered, last - began);
  fflush(stdout);
  dds_sleepfor(DDS_MSECS(number("linger_ms", 200)));
  check(dds_delete(participant), "delete");
  return 0;
}

/* Waits for the next blob of a reader; gives 0 when none came in time. */
static int await_blob(dds_entity_t waitset, dds_entity_t reader, Blob **blob) {
  void *samples[1] = {*blob};
  dds_sample_info_t info;
  for (int tries = 0; tries < 100; tries++) {
    if (dds_take(reader, samples, &info, 1, 1) == 1 && info.valid_data) {
      *blob = samples[0];
      return 1;
    }
    dds_waitset_wait(waitset, NULL, 0, DDS_MSECS(100));
  }
  return 0;
}

static int ping_or_echo(int is_ping) {
  dds_entity_t participant = participant_of_options();
  dds_qos_t *qos = qos_of_options();
  dds_entity_t ping = topic_of(participant, &peer_msgs_msg_dds__Blob__desc, "rt/ping");
  dds_entity_t pong = topic_of(participant, &peer_msgs_msg_dds__Blob__desc, "rt/pong");
  dds_entity_t writer = dds_create_writer(participant, is_ping ? ping : pong, qos, NULL);
  dds_entity_t reader = dds_create_reader(participant, is_ping ? pong : ping, qos, NULL);
  dds_entity_t waitset = dds_create_waitset(participant);
  dds_waitset_attach(waitset, dds_create_readcondition(reader, DDS_ANY_STATE), 0);
  printf("{\"ready\":true}\n");
  fflush(stdout);
  await_matches(writer, 1, 1);
  await_matches(reader, 0, 1);
  Blob *got = peer_msgs_msg_dds__Blob___alloc();
  if (!is_ping) {
    for (;;)
      if (await_blob(waitset, reader, &got)) check(dds_write(writer, got), "write");
  }
  uint32_t size = (uint32_t)number("size", 100), count = (uint32_t)number("count", 1000);
  Blob blob = {0, {size, size, calloc(size + 1, 1), false}};
  for (uint32_t n = 0; n < count; n++) {
    blob.number = n;
    dds_time_t start = dds_time();
    check(dds_write(writer, &blob), "write");
    if (!await_blob(waitset, reader, &got) || got->number != n) {
      fprintf(stderr, "no echo of %u\n", n);
      return 1;
    }
    printf("{\"ns\":%" PRId64 "}\n", dds_time() - start);
  }
  return 0;
}

static int serve(void) {
  dds_entity_t participant = participant_of_options();
  dds_qos_t *qos = qos_of_options();
  dds_entity_t requests = topic_of(
      participant, &example_interfaces_srv_dds__AddTwoInts_Request__desc, "rq/add_two_intsRequest");
  dds_entity_t replies = topic_of(
      participant, &example_interfaces_srv_dds__AddTwoInts_Response__desc, "rr/add_two_intsReply");
  dds_entity_t reader = dds_create_reader(participant, requests, qos, NULL);
  dds_entity_t writer = dds_create_writer(participant, replies, qos, NULL);
  dds_entity_t waitset = dds_create_waitset(participant);
  dds_waitset_attach(waitset, dds_create_readcondition(reader, DDS_ANY_STATE), 0);
  printf("{\"ready\":true}\n");
  fflush(stdout);
  for (;;) {
    dds_waitset_wait(waitset, NULL, 0, DDS_MSECS(100));
    void *samples[1] = {NULL};
    dds_sample_info_t info;
    while (dds_take(reader, samples, &info, 1, 1) == 1) {
      const Request *request = samples[0];
      Response response = {request->client, request->call, request->a + request->b};
      if (info.valid_data) check(dds_write(writer, &response), "reply");
      dds_return_loan(reader, samples, 1);
      samples[0] = NULL;
    }
  }
}

static int call(void) {
  dds_entity_t participant = participant_of_options();
  dds_qos_t *qos = qos_of_options();
  dds_entity_t requests = topic_of(
      participant, &example_interfaces_srv_dds__AddTwoInts_Request__desc, "rq/add_two_intsRequest");
  dds_entity_t replies = topic_of(
      participant, &example_interfaces_srv_dds__AddTwoInts_Response__desc, "rr/add_two_intsReply");
  dds_entity_t writer = dds_create_writer(participant, requests, qos, NULL);
  dds_entity_t reader = dds_create_reader(participant, replies, qos, NULL);
  dds_entity_t waitset = dds_create_waitset(participant);
  dds_waitset_attach(waitset, dds_create_readcondition(reader, DDS_ANY_STATE), 0);
  await_matches(writer, 1, 1);
  await_matches(reader, 0, 1);
  dds_instance_handle_t me;
  check(dds_get_instance_handle(writer, &me), "handle");
  long count = number("count", 10), right = 0;
  for (long n = 1; n <= count; n++) {
    Request request = {me, n, n, 1000 * n};
    check(dds_write(writer, &request), "request");
    for (int tries = 0; tries < 50; tries++) {
      void *samples[1] = {NULL};
      dds_sample_info_t info;
      if (dds_take(reader, samples, &info, 1, 1) == 1) {
        const Response *response = samples[0];
        if (response->client == me && response->call == n && response->sum == 1001 * n) right++;
        dds_return_loan(reader, samples, 1);
        break;
      }
      dds_waitset_wait(waitset, NULL, 0, DDS_MSECS(100));
    }
  }
  printf("{\"called\":%ld,\"right\":%ld}\n", count, right);
  fflush(stdout);
  return dds_delete(participant) == 0 ? 0 : 1;
}

static int join(void) {
  long count = number("count", 10);
  dds_entity_t readers[256];
  dds_qos_t *qos = qos_of_options();
  for (long i = 0; i < count; i++) {
    dds_entity_t participant = participant_of_options();
    dds_entity_t topic = topic_of(participant, &peer_msgs_msg_dds__Blob__desc, "rt/blob");
    readers[i] = dds_create_reader(participant, topic, qos, NULL);
    check(readers[i], "reader");
  }
  for (long i = 0; i < count; i++) await_matches(readers[i], 0, (unsigned)number("others", 1));
  printf("{\"joined\":%ld}\n", count);
  fflush(stdout);
  dds_sleepfor(DDS_MSECS(number("linger_ms", 1000)));
  return 0;
}

static int keyed(void) {
  dds_entity_t participant = participant_of_options();
  dds_qos_t *qos = qos_of_options();
  dds_entity_t topic = topic_of(participant, &peer_msgs_msg_dds__Keyed__desc, "rt/keyed");
  dds_entity_t writer = dds_create_writer(participant, topic, qos, NULL);
  await_matches(writer, 1, 1);
  for (int id = 0; id < 3; id++)
    for (int value = 0; value < 5; value++) {
      peer_msgs_msg_dds__Keyed_ sample = {id, value};
      check(dds_write(writer, &sample), "write");
    }
  peer_msgs_msg_dds__Keyed_ gone = {1, 0};
  check(dds_dispose(writer, &gone), "dispose");
  check(dds_wait_for_acks(writer, DDS_SECS(20)), "acknowledgements");
  printf("{\"written\":15}\n");
  fflush(stdout);
  dds_sleepfor(DDS_MSECS(200));
  return dds_delete(participant) == 0 ? 0 : 1;
}

int main(int argc, char **argv) {
  argument_count = argc;
  arguments = argv;
  const char *mode = argc > 1 ? argv[1] : "";
  if (strcmp(mode, "pub") == 0) return publish();
  if (strcmp(mode, "sub") == 0) return subscribe();
  if (strcmp(mode, "echo") == 0) return ping_or_echo(0);
  if (strcmp(mode, "ping") == 0) return ping_or_echo(1);
  if (strcmp(mode, "serve") == 0) return serve();
  if (strcmp(mode, "call") == 0) return call();
  if (strcmp(mode, "join") == 0) return join();
  if (strcmp(mode, "keyed") == 0) return keyed();
  fprintf(stderr, "unknown mode %s\n", mode);
  return 2;
}

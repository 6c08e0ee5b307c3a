/* A node of ROS 2 in a process of its own, for tests: a small stand-in for a program with rclcpp.
 *
 *   ros_peer [OPTION…] BEHAVIOUR… [--ros-args -r FROM:=TO -p NAME:=VALUE …]
 *
 * Options:
 *   --node NAME, --ns NAMESPACE
 *   --seed N           of the times it sleeps; without, they differ from run to run
 *   --type NAME        of topics: String (std_msgs, the default) or SampleMessage
 *                      (orchestrator_interfaces: a header, which is passed on, and a text)
 *   --await N          starts when each publisher has N subscriptions
 *   --no-parameters    has no parameter services
 *   --count N          ends after so many callbacks of its behaviours
 *   --rcl old          its timers are those of Humble and Iron
 *   --threads N        of its executor (1)
 *   --linger STEP:SECONDS, --freeze STEP:SECONDS   sleeps, or is stopped by a signal, before a step of
 *                      its start: parameters, behaviours or announcement
 *   --halt SECONDS     they stand still for so long when they have found something, and when it is done
 * Behaviours, each followed by what its callback does:
 *   --sub TOPIC        a subscription
 *   --timer SECONDS    a timer, of simulated time when `use_sim_time` is true
 *   --service NAME     a server of example_interfaces/srv/AddTwoInts
 *   --group N          the group of its callback (0, the default one); -1 is reentrant
 *   --thread SECONDS   instead, a thread that publishes every so many seconds of real time
 * What a callback does, in this order:
 *   --sleep M±R        sleeps, evenly distributed from M−R to M+R seconds (also written M+-R)
 *   --call NAME        calls a service and waits for its response; --as N is its first number
 *   --ask NAME         the same, but goes on at once; what it got is said when the response comes
 *   --burn SECONDS     computes for so long
 *   --rest M±R         sleeps again
 *   --pub TOPIC        publishes; may be repeated
 *   --size BYTES       what it publishes is filled up with dots
 *   --status           publishes the node's name on `status`; --omit N: every Nth callback publishes
 *                      nothing else, and says so there
 *   --qos DEPTH, best_effort:DEPTH or transient_local:DEPTH   of the subscription (10)
 *
 * It prints one JSON object a line: `{"ready":…}`, then of each callback what it got, and when it
 * began and ended. The domain is ROS_DOMAIN_ID, everything else CYCLONEDDS_URI. */
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cyclone_services.h"
#include "ros_node.h"
#include "ros_parameters.h"

enum { MAX_BEHAVIOURS = 16, MAX_OUTPUTS = 8 };

typedef example_interfaces_srv_dds__AddTwoInts_Request_ Request;
typedef example_interfaces_srv_dds__AddTwoInts_Response_ Response;
typedef orchestrator_interfaces_msg_dds__SampleMessage_ Sample;
typedef orchestrator_interfaces_msg_dds__Status_ Status;
typedef std_msgs_msg_dds__String_ String;

typedef struct {
  double mean, range;
} Duration;

typedef struct {
  const char *kind, *name, *calls;
  Duration sleep, rest;
  double burn;
  bool only_asks;
  long caller, omits, runs, group, size;
  char *outputs[MAX_OUTPUTS];
  dds_entity_t writers[MAX_OUTPUTS];
  int output_count;
  bool tells_status;
  RosQos qos;
  RosEndpoints *client;
} Behaviour;

static Behaviour behaviours[MAX_BEHAVIOURS];
static int behaviour_count;
static bool has_header, has_no_parameters;

/* Before which step of its start it pauses, and how. */
static const char *pause_at;
static bool is_frozen;
static uint32_t awaited;
static long remaining = -1;
static uint64_t random_state;
static dds_entity_t status_writer;

static const RosQos DEFAULT_QOS = {true, false, 10};
static const RosServiceType ADD = {"example_interfaces/srv/AddTwoInts",
                                   &example_interfaces_srv_dds__AddTwoInts_Request__desc,
                                   &example_interfaces_srv_dds__AddTwoInts_Response__desc};

/* SplitMix64, from 0 to 1. */
static double random_number(void) {
  uint64_t z = (random_state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

static Duration duration_of(const char *text) {
  char *end;
  Duration made = {strtod(text, &end), 0};
  end += strspn(end, "+-\xc2\xb1");
  if (*end != 0) made.range = strtod(end, NULL);
  return made;
}

static void sleep_for(Duration duration) {
  if (duration.mean <= 0) return;
  double seconds = duration.mean + (2 * random_number() - 1) * duration.range;
  if (seconds > 0) dds_sleepfor((dds_duration_t)(seconds * 1e9));
}

static void publish(const Behaviour *it, const char *text, const std_msgs_msg_dds__Header_ *header) {
  char *filled = malloc(strlen(text) + (size_t)it->size + 1);
  memset(stpcpy(filled, text), '.', (size_t)it->size);
  filled[strlen(text) + (size_t)it->size] = 0;
  Sample sample = {.debug_data = filled};
  String plain = {filled};
  if (header != NULL) sample.header = *header;
  if (header == NULL) ros_stamp(&sample.header.stamp);
  for (int i = 0; i < it->output_count; i++)
    ros_check(dds_write(it->writers[i], has_header ? (void *)&sample : (void *)&plain), "publish");
  free(filled);
}

static void tell_status(const Behaviour *it, bool is_omitted) {
  uint32_t count = is_omitted ? (uint32_t)it->output_count : 0;
  Status status = {(char *)ros_node_name(), {count, count, (char **)it->outputs, false}, 0};
  ros_check(dds_write(status_writer, &status), "status");
}

/* A text as JSON: what would have to be escaped is left out. */
static const char *quoted(const char *text) {
  static _Thread_local char kept[2][512];
  static _Thread_local int turn;
  char *to = kept[turn ^= 1];
  size_t length = 0;
  for (; *text != 0 && length < sizeof kept[0] - 1; text++)
    if (*text != '"' && *text != '\\' && (unsigned char)*text >= ' ') to[length++] = *text;
  to[length] = 0;
  return to;
}

static void compute_for(double seconds) {
  dds_time_t end = dds_time() + (dds_duration_t)(seconds * 1e9);
  while (dds_time() < end)
    ;
}

/* Asks as the behaviour does; false when no response has come in time. */
static bool ask(const Behaviour *it, long n, int64_t *sum) {
  Request request = {.a = it->caller, .b = n};
  Response response = {0};
  if (it->only_asks) return ros_ask(it->client, (RosHeader *)&request);
  bool is_answered = ros_call(it->client, (RosHeader *)&request, &response);
  *sum = response.sum;
  return is_answered;
}

static void on_response(void *context, const void *sample) {
  const Behaviour *it = context;
  char *said = ros_text("%s(%" PRId64 ")", ros_node_name(), ((const Response *)sample)->sum);
  printf("{\"kind\":\"response\",\"name\":\"%s\",\"got\":\"\",\"said\":\"%s\"}\n", it->calls, said);
  publish(it, said, NULL);
  free(said);
}

/* The body of every callback. */
static void work(Behaviour *it, const char *text, const std_msgs_msg_dds__Header_ *header) {
  dds_time_t began = dds_time();
  int64_t now = ros_now();
  char *said = strcmp(it->kind, "timer") == 0 ? ros_text("%s %ld", ros_node_name(), it->runs)
                                              : ros_text("%s(%s)", ros_node_name(), text);
  long n = it->runs++;
  bool is_omitted = it->omits > 0 && n % it->omits == it->omits - 1, is_answered = true;
  sleep_for(it->sleep);
  int64_t sum = 0;
  if (it->client != NULL) is_answered = ask(it, n, &sum);
  compute_for(it->burn);
  sleep_for(it->rest);
  if (!is_omitted) publish(it, said, header);
  if (it->tells_status) tell_status(it, is_omitted);
  printf("{\"kind\":\"%s\",\"name\":\"%s\",\"n\":%ld,\"got\":\"%s\",\"said\":\"%s\",\"now\":%" PRId64
         ",\"sum\":%" PRId64 ",\"answered\":%s,\"began\":%" PRId64 ",\"ended\":%" PRId64 "}\n",
         it->kind, it->name, n, quoted(text), quoted(said), now, sum, is_answered ? "true" : "false", began,
         dds_time());
  free(said);
  if (remaining > 0 && --remaining == 0) ros_end();
}

static void on_message(void *context, const void *sample) {
  const Sample *with_header = sample;
  if (has_header)
    work(context, with_header->debug_data, &with_header->header);
  else
    work(context, ((const String *)sample)->data, NULL);
}

static void on_timer(void *context) { work(context, "", NULL); }

/* Ends with the node. */
static void *publish_alone(void *context) {
  const Behaviour *it = context;
  String alone = {"alone"};
  do dds_sleepfor((dds_duration_t)(atof(it->name) * 1e9));
  while (dds_write(it->writers[0], &alone) >= 0);
  return NULL;
}

static void on_request(void *context, const void *sample, void *made) {
  const Request *request = sample;
  char *text = ros_text("%" PRId64 "+%" PRId64, request->a, request->b);
  work(context, text, NULL);
  free(text);
  ((Response *)made)->sum = request->a + request->b;
}

/* Options of the node and of its callbacks; false for a word that is none of them. */
static bool take_option(const char *word, const char *value) {
  Behaviour *it = behaviour_count == 0 ? NULL : &behaviours[behaviour_count - 1];
  bool begins = strcmp(word, "--sub") == 0 || strcmp(word, "--timer") == 0 ||
                strcmp(word, "--service") == 0 || strcmp(word, "--thread") == 0;
  if (begins && behaviour_count < MAX_BEHAVIOURS)
    behaviours[behaviour_count++] =
        (Behaviour){.kind = word + 2, .name = value, .qos = DEFAULT_QOS};
  else if (strcmp(word, "--node") == 0) ros_name(value);
  else if (strcmp(word, "--ns") == 0) ros_namespace(value);
  else if (strcmp(word, "--seed") == 0) random_state = (uint64_t)atoll(value);
  else if (strcmp(word, "--type") == 0) has_header = strcmp(value, "SampleMessage") == 0;
  else if (strcmp(word, "--await") == 0) awaited = (uint32_t)atol(value);
  else if (strcmp(word, "--count") == 0) remaining = atol(value);
  else if (strcmp(word, "--rcl") == 0 && strcmp(value, "old") == 0) ros_is_older_than_jazzy();
  else if (strcmp(word, "--threads") == 0) ros_threads(atoi(value));
  else if (strcmp(word, "--linger") == 0) pause_at = value;
  else if (strcmp(word, "--freeze") == 0) pause_at = value, is_frozen = true;
  else if (strcmp(word, "--halt") == 0) ros_halt((int64_t)(atof(value) * 1e9));
  else if (it == NULL) return false;
  else if (strcmp(word, "--group") == 0) it->group = atol(value);
  else if (strcmp(word, "--sleep") == 0) it->sleep = duration_of(value);
  else if (strcmp(word, "--rest") == 0) it->rest = duration_of(value);
  else if (strcmp(word, "--call") == 0) it->calls = value;
  else if (strcmp(word, "--ask") == 0) it->calls = value, it->only_asks = true;
  else if (strcmp(word, "--burn") == 0) it->burn = atof(value);
  else if (strcmp(word, "--as") == 0) it->caller = atol(value);
  else if (strcmp(word, "--size") == 0) it->size = atol(value);
  else if (strcmp(word, "--omit") == 0) it->omits = atol(value);
  else if (strcmp(word, "--pub") == 0 && it->output_count < MAX_OUTPUTS)
    it->outputs[it->output_count++] = (char *)value;
  else if (strcmp(word, "--qos") == 0) {
    const char *depth = strchr(value, ':');
    it->qos.reliable = strncmp(value, "best_effort", 11) != 0;
    it->qos.transient_local = strncmp(value, "transient_local", 15) == 0;
    it->qos.depth = atoi(depth == NULL ? value : depth + 1);
  } else
    return false;
  return true;
}

/* What follows --ros-args, up to `--`. */
static int take_ros_arguments(int at, int count, char **words) {
  for (; at < count && strcmp(words[at], "--") != 0; at++) {
    bool is_rule = strcmp(words[at], "-r") == 0 || strcmp(words[at], "--remap") == 0;
    bool is_value = strcmp(words[at], "-p") == 0 || strcmp(words[at], "--param") == 0;
    if ((!is_rule && !is_value) || at + 1 == count) continue;
    char *from = strdup(words[++at]), *middle = strstr(from, ":=");
    if (middle == NULL) continue;
    *middle = 0;
    if (is_rule) ros_remap(from, middle + 2);
    else parameter_declare(from, middle + 2);
  }
  return at;
}

static void read_arguments(int count, char **words) {
  for (int i = 1; i < count; i++) {
    Behaviour *it = behaviour_count == 0 ? NULL : &behaviours[behaviour_count - 1];
    if (strcmp(words[i], "--ros-args") == 0) i = take_ros_arguments(i + 1, count, words);
    else if (strcmp(words[i], "--no-parameters") == 0) has_no_parameters = true;
    else if (strcmp(words[i], "--status") == 0 && it != NULL) it->tells_status = true;
    else if (i + 1 < count && take_option(words[i], words[i + 1])) i++;
    else {
      fprintf(stderr, "unknown option %s\n", words[i]);
      exit(2);
    }
  }
}

static void make(Behaviour *it) {
  const dds_topic_descriptor_t *type = has_header ? &orchestrator_interfaces_msg_dds__SampleMessage__desc
                                                  : &std_msgs_msg_dds__String__desc;
  ros_group((int)it->group);
  for (int i = 0; i < it->output_count; i++)
    it->writers[i] = ros_publisher(type, it->outputs[i], DEFAULT_QOS);
  if (it->tells_status && status_writer == 0)
    status_writer =
        ros_publisher(&orchestrator_interfaces_msg_dds__Status__desc, "status", DEFAULT_QOS);
  if (it->calls != NULL) it->client = ros_client(&ADD, it->calls);
  if (it->only_asks) ros_on_response(it->client, on_response, it);
  if (strcmp(it->kind, "sub") == 0) ros_subscription(type, it->name, it->qos, on_message, it);
  if (strcmp(it->kind, "service") == 0) ros_service(&ADD, it->name, 10, on_request, it);
}

static void await_subscriptions(const Behaviour *it) {
  for (int i = 0; i < it->output_count; i++) {
    dds_publication_matched_status_t status = {0};
    while (status.current_count < awaited) {
      ros_check(dds_get_publication_matched_status(it->writers[i], &status), "status");
      dds_sleepfor(DDS_MSECS(1));
    }
  }
}

/* Pauses before this step if it was asked to. Another process lets it go on. */
static void begin_step(const char *step) {
  size_t length = strlen(step);
  if (pause_at == NULL || strncmp(pause_at, step, length) != 0 || pause_at[length] != ':') return;
  useconds_t time = (useconds_t)(atof(pause_at + length + 1) * 1e6);
  if (!is_frozen) {
    usleep(time);
    return;
  }
  pid_t frozen = getpid();
  if (fork() == 0) {
    usleep(time);
    kill(frozen, SIGCONT);
    _exit(0);
  }
  raise(SIGSTOP);
}

int main(int count, char **words) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  random_state = (uint64_t)dds_time() ^ ((uint64_t)getpid() << 40);
  read_arguments(count, words);
  ros_open();
  RosQos durable = {true, true, 1000};
  ros_publisher(&rcl_interfaces_msg_dds__Log__desc, "/rosout", durable);
  if (has_no_parameters) parameters_apply();
  else {
    /* As an rmw does, it says of its endpoints at once that they are its node's. */
    ros_announce();
    begin_step("parameters");
    parameters_serve();
    ros_announce();
  }
  begin_step("behaviours");
  for (int i = 0; i < behaviour_count; i++) make(&behaviours[i]);
  begin_step("announcement");
  ros_announce();
  if (!has_no_parameters) parameters_announce();
  printf("{\"ready\":true}\n");
  for (int i = 0; i < behaviour_count; i++) await_subscriptions(&behaviours[i]);
  for (int i = 0; i < behaviour_count; i++)
    if (strcmp(behaviours[i].kind, "timer") == 0) {
      ros_group((int)behaviours[i].group);
      ros_timer((int64_t)(atof(behaviours[i].name) * 1e9), on_timer, &behaviours[i]);
    } else if (strcmp(behaviours[i].kind, "thread") == 0) {
      pthread_t thread;
      pthread_create(&thread, NULL, publish_alone, &behaviours[i]);
    }
  ros_spin();
  ros_close();
  return 0;
}

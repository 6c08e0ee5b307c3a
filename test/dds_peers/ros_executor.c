/* Which callback runs next, as rclcpp's executors decide it: of what was ready when one thread looked,
 * timers first, then subscriptions, services and clients, each once, those of a kind in the order in which
 * they were made. With several threads, each takes the next of these whose group is free. */
#include "ros_executor.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_HANDLERS = 64, MAX_TIMERS = 16, MAX_THREADS = 16, MAX_GROUPS = 8 };

typedef struct {
  dds_entity_t reader;
  RosKind kind;
  RosCallback run;
  void *context;
  int group;
  bool is_ready;
} Handler;

typedef struct {
  int64_t period, next;
  void (*run)(void *context);
  void *context;
  int group;
  bool is_due;
} Timer;

static Handler handlers[MAX_HANDLERS];
/* The places of handlers, in the order in which they are taken. */
static int order[MAX_HANDLERS];
static Timer timers[MAX_TIMERS];
static int handler_count, timer_count;
static dds_entity_t waitset, participant_of_node;
static volatile sig_atomic_t is_over;
static bool uses_sim_time, has_clock, is_older_than_jazzy;
static int64_t sim_time;
/* Who published what this thread handles. */
static _Thread_local dds_entity_t current_reader;
static _Thread_local dds_instance_handle_t current_writer;
/* Of what is made next. Group 0 is the default one; a callback of a group excludes the others of it. */
static int group, thread_count = 1;
static bool is_busy[MAX_GROUPS];
static dds_duration_t halt;
static pthread_mutex_t looking = PTHREAD_MUTEX_INITIALIZER, groups = PTHREAD_MUTEX_INITIALIZER;

static void on_signal(int number) {
  (void)number;
  is_over = 1;
}

void ros_end(void) { is_over = 1; }

void executor_open(dds_entity_t participant) {
  participant_of_node = participant;
  waitset = dds_create_waitset(participant);
  ros_check(waitset, "waitset");
  signal(SIGINT, on_signal);
  signal(SIGTERM, on_signal);
}

void executor_add(dds_entity_t reader, RosKind kind, RosCallback run, void *context) {
  if (handler_count == MAX_HANDLERS) exit(1);
  handlers[handler_count] = (Handler){reader, kind, run, context, group, false};
  int at = handler_count;
  for (; at > 0 && handlers[order[at - 1]].kind > kind; at--) order[at] = order[at - 1];
  order[at] = handler_count;
  dds_entity_t condition = dds_create_readcondition(reader, DDS_ANY_STATE);
  ros_check(dds_waitset_attach(waitset, condition, handler_count++), "attach");
}

int64_t ros_now(void) { return uses_sim_time ? sim_time : dds_time(); }

void ros_stamp(builtin_interfaces_msg_dds__Time_ *stamp) {
  int64_t now = ros_now();
  stamp->sec = (int32_t)(now / 1000000000);
  stamp->nanosec = (uint32_t)(now % 1000000000);
}

static void on_clock(void *context, const void *sample) {
  (void)context;
  const rosgraph_msgs_msg_dds__Clock_ *message = sample;
  int64_t now = (int64_t)message->clock.sec * 1000000000 + message->clock.nanosec;
  /* After a jump back a timer has its whole period before it. */
  for (int i = 0; i < timer_count; i++)
    if (now < sim_time) timers[i].next = now + timers[i].period;
  sim_time = now;
}

void ros_use_sim_time(bool is_used) {
  if (is_used == uses_sim_time) return;
  uses_sim_time = is_used;
  for (int i = 0; i < timer_count; i++) timers[i].next = ros_now() + timers[i].period;
  if (!is_used || has_clock) return;
  has_clock = true;
  RosQos qos = {false, false, 1};
  ros_subscription(&rosgraph_msgs_msg_dds__Clock__desc, "/clock", qos, on_clock, NULL);
}

void ros_timer(int64_t period_ns, void (*run)(void *context), void *context) {
  if (timer_count == MAX_TIMERS) exit(1);
  timers[timer_count++] = (Timer){period_ns, ros_now() + period_ns, run, context, group, false};
}

void ros_is_older_than_jazzy(void) { is_older_than_jazzy = true; }

/* As rcl_timer_call: a timer that is late by more than a period skips what lies before now; since Jazzy
 * (rcl 8.0) also what lies exactly at now. */
static void advance(Timer *timer) {
  int64_t now = ros_now();
  timer->next += timer->period;
  int64_t behind = now - timer->next, missed = 0;
  if (behind > 0 && is_older_than_jazzy) missed = 1 + (behind - 1) / timer->period;
  if (behind >= 0 && !is_older_than_jazzy) missed = 1 + behind / timer->period;
  timer->next += missed * timer->period;
}

static void run_timer(Timer *timer) {
  advance(timer);
  timer->run(timer->context);
}

static dds_duration_t until_next_timer(void) {
  dds_duration_t wait = DDS_MSECS(100);
  for (int i = 0; i < timer_count; i++) {
    int64_t left = timers[i].next - ros_now();
    if (left <= 0) return 0;
    if (!uses_sim_time && left < wait) wait = left;
  }
  return wait;
}

static void run_handler(const Handler *handler) {
  void *samples[1] = {NULL};
  dds_sample_info_t info;
  if (dds_take(handler->reader, samples, &info, 1, 1) != 1) return;
  current_reader = handler->reader;
  current_writer = info.publication_handle;
  if (info.valid_data) handler->run(handler->context, samples[0]);
  dds_return_loan(handler->reader, samples, 1);
}

/* As a thread that another one has taken the processor from. */
static void stand_still(void) {
  dds_time_t end = dds_time() + halt;
  while (dds_time() < end)
    ;
}

/* Waits, and notes what is ready and due. */
static void look(void) {
  dds_attach_t ready[MAX_HANDLERS];
  int count = dds_waitset_wait(waitset, ready, MAX_HANDLERS, until_next_timer());
  if (halt > 0 && count > 0) {
    stand_still();
    count = dds_waitset_wait(waitset, ready, MAX_HANDLERS, 0);
  }
  for (int i = 0; i < handler_count; i++) handlers[i].is_ready = false;
  for (int i = 0; i < count && i < MAX_HANDLERS; i++) handlers[ready[i]].is_ready = true;
  for (int i = 0; i < timer_count; i++) timers[i].is_due = timers[i].next <= ros_now();
}

void ros_group(int number) { group = number; }

void ros_halt(int64_t ns) { halt = ns; }

void ros_threads(int count) { thread_count = count < MAX_THREADS ? count : MAX_THREADS; }

static bool take(bool *is_wanted, int from) {
  pthread_mutex_lock(&groups);
  bool is_free = *is_wanted && (from == ROS_REENTRANT || !is_busy[from]);
  if (is_free) *is_wanted = false;
  if (is_free && from != ROS_REENTRANT) is_busy[from] = true;
  pthread_mutex_unlock(&groups);
  return is_free;
}

static void leave(int from) {
  pthread_mutex_lock(&groups);
  if (from != ROS_REENTRANT) is_busy[from] = false;
  pthread_mutex_unlock(&groups);
}

/* Of what was ready at the last look, the first whose group is free. */
static bool take_ready(Timer **timer, Handler **handler) {
  for (int i = 0; i < timer_count; i++)
    if (take(&timers[i].is_due, timers[i].group)) {
      advance(&timers[i]);
      *timer = &timers[i];
      return true;
    }
  for (int i = 0; i < handler_count; i++) {
    Handler *next = &handlers[order[i]];
    if (!take(&next->is_ready, next->group)) continue;
    *handler = next;
    return true;
  }
  return false;
}

static void *work(void *unused) {
  while (!is_over) {
    Timer *timer = NULL;
    Handler *handler = NULL;
    pthread_mutex_lock(&looking);
    bool is_taken = take_ready(&timer, &handler);
    if (!is_taken) look();
    is_taken = is_taken || take_ready(&timer, &handler);
    pthread_mutex_unlock(&looking);
    if (timer != NULL) timer->run(timer->context);
    if (handler != NULL) run_handler(handler);
    if (is_taken) {
      stand_still();
      leave(timer != NULL ? timer->group : handler->group);
    } else {
      /* What is ready belongs to a group that is busy. */
      dds_sleepfor(DDS_USECS(100));
    }
  }
  return unused;
}

static void spin_in_threads(void) {
  pthread_t threads[MAX_THREADS];
  for (int i = 1; i < thread_count; i++) pthread_create(&threads[i], NULL, work, NULL);
  work(NULL);
  for (int i = 1; i < thread_count; i++) pthread_join(threads[i], NULL);
}

void ros_spin(void) {
  if (thread_count > 1) spin_in_threads();
  while (!is_over) {
    look();
    for (int i = 0; i < timer_count && !is_over; i++)
      if (timers[i].is_due) run_timer(&timers[i]);
    for (int i = 0; i < handler_count && !is_over; i++)
      if (handlers[order[i]].is_ready) run_handler(&handlers[order[i]]);
  }
}

/* Whether a reader of the participant that wrote the request is matched with the writer of replies. */
static bool is_matched_with_caller(dds_entity_t replies, const dds_guid_t *caller) {
  dds_instance_handle_t matched[64];
  int count = dds_get_matched_subscriptions(replies, matched, 64);
  bool found = false;
  for (int i = 0; i < count && i < 64 && !found; i++) {
    dds_builtintopic_endpoint_t *reader = dds_get_matched_subscription_data(replies, matched[i]);
    if (reader == NULL) continue;
    found = memcmp(reader->participant_key.v, caller->v, 16) == 0;
    dds_builtintopic_free_endpoint(reader);
  }
  return found;
}

void executor_await_reader_of(dds_entity_t replies) {
  dds_builtintopic_endpoint_t *writer =
      dds_get_matched_publication_data(current_reader, current_writer);
  if (writer == NULL) return;
  for (int tries = 0; tries < 1000; tries++) {
    if (is_matched_with_caller(replies, &writer->participant_key)) break;
    dds_sleepfor(DDS_USECS(200));
  }
  dds_builtintopic_free_endpoint(writer);
}

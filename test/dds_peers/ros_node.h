/* One node of ROS 2 on Cyclone DDS, as rclcpp and rmw_cyclonedds_cpp put it on the network, with an
 * executor of one thread or several. There is one node in a process. */
#ifndef ROS_NODE_H
#define ROS_NODE_H

#include <stdbool.h>
#include <stdint.h>

#include "dds/dds.h"
#include "ros_types.h"

typedef struct {
  bool reliable, transient_local;
  /* 0 keeps all. */
  int depth;
} RosQos;

typedef struct {
  const char *name;
  const dds_topic_descriptor_t *request, *response;
} RosServiceType;

/* What every request and response begins with. */
typedef struct {
  uint64_t client;
  int64_t call;
} RosHeader;

typedef struct {
  dds_entity_t requests, replies;
  int64_t calls;
} RosEndpoints;

typedef void (*RosCallback)(void *context, const void *sample);

/* The node's own name, namespace and rules; `open` announces it. Call the rules first. */
void ros_name(const char *name);
void ros_namespace(const char *name);
void ros_remap(const char *from, const char *to);
void ros_open(void);
void ros_close(void);
const char *ros_node_name(void);
/* The name with its namespace. Valid for the whole run. */
const char *ros_full_name(void);

dds_entity_t ros_publisher(const dds_topic_descriptor_t *type, const char *topic, RosQos qos);
void ros_subscription(const dds_topic_descriptor_t *type, const char *topic, RosQos qos,
                      RosCallback run, void *context);
/* A callback gets the request and fills the response, which is zeroed before. */
typedef void (*RosAnswer)(void *context, const void *request, void *response);
void ros_service(const RosServiceType *type, const char *name, int depth, RosAnswer run,
                 void *context);
/* A server that answers later, with a response that has the header of the request. */
RosEndpoints *ros_server(const RosServiceType *type, const char *name, int depth, RosCallback run,
                         void *context);
void ros_respond(RosEndpoints *server, RosHeader *response);
RosEndpoints *ros_client(const RosServiceType *type, const char *name);
/* Sends a request when the server is there; its response has a callback of its own. */
bool ros_ask(RosEndpoints *client, RosHeader *request);
void ros_on_response(RosEndpoints *client, RosCallback run, void *context);
/* Waits for the server and its response, in which is left what the server said; false after a time. */
bool ros_call(RosEndpoints *client, RosHeader *request, void *response);

/* The node's time: of /clock, when it uses simulated time, else the machine's. ns */
int64_t ros_now(void);
void ros_stamp(builtin_interfaces_msg_dds__Time_ *stamp);
void ros_use_sim_time(bool is_used);
void ros_timer(int64_t period_ns, void (*run)(void *context), void *context);
/* Timers skip what they have missed as those of Humble and Iron do. */
void ros_is_older_than_jazzy(void);
/* Tells the others which endpoints there are. */
void ros_announce(void);
/* What is made from now on belongs to this group, whose callbacks exclude each other; 0 is the default. */
enum { ROS_REENTRANT = -1 };
void ros_group(int number);
/* How many threads run callbacks; 1 unless told. */
void ros_threads(int count);
/* For so long, threads get no processor whenever they have found something to do, and when they have done it. */
void ros_halt(int64_t ns);
/* Runs callbacks until the end is asked for. */
void ros_spin(void);
void ros_end(void);

void ros_check(dds_return_t result, const char *what);
char *ros_text(const char *format, ...);

#endif

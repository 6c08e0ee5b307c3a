/* The node: names, endpoints, and what is announced of them. */
#include "ros_node.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ros_executor.h"
#include "ros_hashes.h"

enum { MAX_RULES = 64, MAX_ENDPOINTS = 128 };

/* How long a server and its response are waited for, so long that no load of the machine reaches it: a caller that gives
   up is another behaviour. */
#define PATIENCE DDS_SECS(60)

typedef rmw_dds_common_msg_dds__Gid_ Gid;

static struct {
  const char *name, *namespace, *full_name;
  struct {
    const char *from, *to;
  } rules[MAX_RULES];
  int rule_count;
  dds_entity_t participant, discovery;
  Gid readers[MAX_ENDPOINTS], writers[MAX_ENDPOINTS];
  uint32_t reader_count, writer_count;
  /* Of services, in Cyclone's form: the participant's GUID and a number. */
  unsigned char id[16];
  int service_count;
} node = {.name = "peer", .namespace = "/"};

void ros_check(dds_return_t result, const char *what) {
  if (result >= 0) return;
  fprintf(stderr, "%s: %s\n", what, dds_strretcode(-result));
  exit(1);
}

char *ros_text(const char *format, ...) {
  char text[1024];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  return strdup(text);
}

void ros_name(const char *name) { node.name = name; }

void ros_namespace(const char *name) {
  node.namespace = name[0] == '/' ? name : ros_text("/%s", name);
}

static const char *below_namespace(const char *name) {
  return ros_text("%s/%s", strcmp(node.namespace, "/") == 0 ? "" : node.namespace, name);
}

static const char *full_name_of(const char *name) {
  if (name[0] == '/') return name;
  if (name[0] != '~') return below_namespace(name);
  return ros_text("%s%s", below_namespace(node.name), name + 1);
}

void ros_remap(const char *from, const char *to) {
  const char *colon = strchr(from, ':');
  if (colon != NULL) {
    /* A rule for one node of a program. */
    size_t length = (size_t)(colon - from);
    if (strlen(node.name) != length || strncmp(from, node.name, length) != 0) return;
    from = colon + 1;
  }
  if (strcmp(from, "__node") == 0 || strcmp(from, "__name") == 0) {
    ros_name(to);
  } else if (strcmp(from, "__ns") == 0) {
    ros_namespace(to);
  } else if (node.rule_count < MAX_RULES) {
    node.rules[node.rule_count].from = from;
    node.rules[node.rule_count++].to = to;
  }
}

static const char *resolve(const char *name) {
  const char *full = full_name_of(name);
  for (int i = 0; i < node.rule_count; i++)
    if (strcmp(full_name_of(node.rules[i].from), full) == 0) return full_name_of(node.rules[i].to);
  return full;
}

const char *ros_node_name(void) { return node.name; }
const char *ros_full_name(void) { return node.full_name; }

static const char *hash_of(const char *type) {
  for (size_t i = 0; i < sizeof TYPE_HASHES / sizeof *TYPE_HASHES; i++)
    if (strcmp(TYPE_HASHES[i].type, type) == 0) return TYPE_HASHES[i].hash;
  return NULL;
}

/* The parts of a service are told with the id of their server or client. */
static const char *user_data(const char *type, const char *kind) {
  char *text = ros_text("");
  if (kind != NULL) {
    text = ros_text("%s= ", kind);
    for (int i = 0; i < 16; i++)
      text = ros_text("%s%x%s", text, node.id[i], i < 15 ? "." : ";");
  }
  const char *hash = hash_of(type);
  return hash == NULL ? text : ros_text("%stypehash=%s;", text, hash);
}

static dds_qos_t *qos_of(RosQos wanted, bool is_writer, const char *data) {
  dds_qos_t *qos = dds_create_qos();
  dds_history_kind_t history = wanted.depth == 0 ? DDS_HISTORY_KEEP_ALL : DDS_HISTORY_KEEP_LAST;
  dds_qset_reliability(
      qos, wanted.reliable ? DDS_RELIABILITY_RELIABLE : DDS_RELIABILITY_BEST_EFFORT, DDS_INFINITY);
  dds_qset_durability(
      qos, wanted.transient_local ? DDS_DURABILITY_TRANSIENT_LOCAL : DDS_DURABILITY_VOLATILE);
  dds_qset_history(qos, history, wanted.depth);
  if (wanted.transient_local)
    dds_qset_durability_service(qos, 0, history, wanted.depth, -1, -1, -1);
  if (is_writer) dds_qset_writer_data_lifecycle(qos, false);
  if (!is_writer) dds_qset_ignorelocal(qos, DDS_IGNORELOCAL_NONE);
  dds_qset_userdata(qos, data, strlen(data));
  return qos;
}

static dds_entity_t endpoint(const dds_topic_descriptor_t *type, const char *topic, RosQos wanted,
                             bool is_writer, const char *kind) {
  dds_entity_t at = dds_create_topic(node.participant, type, topic, NULL, NULL);
  ros_check(at, topic);
  dds_qos_t *qos = qos_of(wanted, is_writer, user_data(type->m_typename, kind));
  dds_entity_t made = is_writer ? dds_create_writer(node.participant, at, qos, NULL)
                                : dds_create_reader(node.participant, at, qos, NULL);
  ros_check(made, topic);
  dds_delete_qos(qos);
  dds_guid_t guid;
  ros_check(dds_get_guid(made, &guid), "guid");
  if (node.reader_count == MAX_ENDPOINTS || node.writer_count == MAX_ENDPOINTS) exit(1);
  Gid *gid = is_writer ? &node.writers[node.writer_count++] : &node.readers[node.reader_count++];
  memcpy(gid->data, guid.v, 16);
  return made;
}

void ros_open(void) {
  const char *domain = getenv("ROS_DOMAIN_ID");
  dds_qos_t *qos = dds_create_qos();
  dds_qset_userdata(qos, "enclave=/;", 10);
  node.participant = dds_create_participant(domain == NULL ? 0 : (dds_domainid_t)atoi(domain), qos, NULL);
  ros_check(node.participant, "participant");
  dds_delete_qos(qos);
  dds_guid_t guid;
  ros_check(dds_get_guid(node.participant, &guid), "guid");
  memcpy(node.id, guid.v, 16);
  node.full_name = below_namespace(node.name);
  executor_open(node.participant);
  RosQos durable = {true, true, 1}, all = {true, true, 0};
  const dds_topic_descriptor_t *type = &rmw_dds_common_msg_dds__ParticipantEntitiesInfo__desc;
  /* These two belong to the participant, not to the node. */
  node.discovery = endpoint(type, "ros_discovery_info", durable, true, NULL);
  endpoint(type, "ros_discovery_info", all, false, NULL);
  node.reader_count = node.writer_count = 0;
}

void ros_close(void) { ros_check(dds_delete(node.participant), "delete"); }

void ros_announce(void) {
  rmw_dds_common_msg_dds__NodeEntitiesInfo_ entities = {
      .node_namespace = (char *)node.namespace,
      .node_name = (char *)node.name,
      .reader_gid_seq = {node.reader_count, node.reader_count, node.readers, false},
      .writer_gid_seq = {node.writer_count, node.writer_count, node.writers, false}};
  rmw_dds_common_msg_dds__ParticipantEntitiesInfo_ info = {
      .node_entities_info_seq = {1, 1, &entities, false}};
  dds_guid_t guid;
  ros_check(dds_get_guid(node.participant, &guid), "guid");
  memcpy(info.gid.data, guid.v, 16);
  ros_check(dds_write(node.discovery, &info), "ros_discovery_info");
}

dds_entity_t ros_publisher(const dds_topic_descriptor_t *type, const char *topic, RosQos qos) {
  return endpoint(type, ros_text("rt%s", resolve(topic)), qos, true, NULL);
}

void ros_subscription(const dds_topic_descriptor_t *type, const char *topic, RosQos qos,
                      RosCallback run, void *context) {
  dds_entity_t reader = endpoint(type, ros_text("rt%s", resolve(topic)), qos, false, NULL);
  executor_add(reader, ROS_SUBSCRIPTION, run, context);
}

static RosEndpoints *endpoints_of(const RosServiceType *type, const char *name, int depth,
                                  bool is_server) {
  const char *full = resolve(name), *kind = is_server ? "serviceid" : "clientid";
  const char *requests = ros_text("rq%sRequest", full), *replies = ros_text("rr%sReply", full);
  RosQos qos = {true, false, depth};
  /* The last byte numbers the services and clients of the participant. */
  node.id[15] = (unsigned char)++node.service_count;
  memset(node.id + 12, 0, 3);
  RosEndpoints *made = calloc(1, sizeof *made);
  made->requests = endpoint(type->request, requests, qos, !is_server, kind);
  made->replies = endpoint(type->response, replies, qos, is_server, kind);
  return made;
}

typedef struct {
  RosEndpoints *endpoints;
  RosAnswer run;
  void *context;
  const dds_topic_descriptor_t *response;
} Server;

static void answer(void *context, const void *request) {
  Server *server = context;
  RosHeader *response = calloc(1, server->response->m_size);
  server->run(server->context, request, response);
  *response = *(const RosHeader *)request;
  executor_await_reader_of(server->endpoints->replies);
  ros_check(dds_write(server->endpoints->replies, response), "reply");
  free(response);
}

void ros_service(const RosServiceType *type, const char *name, int depth, RosAnswer run,
                 void *context) {
  Server *server = calloc(1, sizeof *server);
  *server = (Server){endpoints_of(type, name, depth, true), run, context, type->response};
  executor_add(server->endpoints->requests, ROS_SERVICE, answer, server);
}

RosEndpoints *ros_server(const RosServiceType *type, const char *name, int depth, RosCallback run,
                         void *context) {
  RosEndpoints *made = endpoints_of(type, name, depth, true);
  executor_add(made->requests, ROS_SERVICE, run, context);
  return made;
}

void ros_respond(RosEndpoints *server, RosHeader *response) {
  ros_check(dds_write(server->replies, response), "reply");
}

RosEndpoints *ros_client(const RosServiceType *type, const char *name) {
  return endpoints_of(type, name, 10, false);
}

static bool await_server(const RosEndpoints *client, dds_time_t end) {
  for (;;) {
    dds_publication_matched_status_t there;
    dds_subscription_matched_status_t back;
    ros_check(dds_get_publication_matched_status(client->requests, &there), "status");
    ros_check(dds_get_subscription_matched_status(client->replies, &back), "status");
    if (there.current_count > 0 && back.current_count > 0) return true;
    if (dds_time() >= end) return false;
    dds_sleepfor(DDS_MSECS(1));
  }
}

bool ros_ask(RosEndpoints *client, RosHeader *request) {
  ros_check(dds_get_instance_handle(client->requests, &request->client), "handle");
  request->call = ++client->calls;
  if (!await_server(client, dds_time() + PATIENCE)) return false;
  ros_check(dds_write(client->requests, request), "request");
  return true;
}

void ros_on_response(RosEndpoints *client, RosCallback run, void *context) {
  executor_add(client->replies, ROS_CLIENT, run, context);
}

bool ros_call(RosEndpoints *client, RosHeader *request, void *response) {
  dds_time_t end = dds_time() + PATIENCE;
  if (!ros_ask(client, request)) return false;
  dds_sample_info_t info;
  while (dds_time() < end) {
    void *samples[1] = {response};
    if (dds_take(client->replies, samples, &info, 1, 1) != 1) {
      dds_sleepfor(DDS_USECS(100));
      continue;
    }
    const RosHeader *header = response;
    if (info.valid_data && header->client == request->client && header->call == request->call)
      return true;
  }
  return false;
}

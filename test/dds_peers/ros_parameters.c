#include "ros_parameters.h"

#include <stdlib.h>
#include <string.h>

#include "ros_node.h"

enum { MAX_PARAMETERS = 64, DEPTH = 1000 };
enum { NOT_SET, BOOL, INTEGER, DOUBLE, STRING };

typedef rcl_interfaces_msg_dds__ParameterValue_ Value;
typedef rcl_interfaces_msg_dds__Parameter_ Parameter;
typedef rcl_interfaces_msg_dds__SetParametersResult_ Result;

static Parameter parameters[MAX_PARAMETERS];
static uint32_t parameter_count;
static dds_entity_t events;

static Parameter *find(const char *name) {
  for (uint32_t i = 0; i < parameter_count; i++)
    if (strcmp(parameters[i].name, name) == 0) return &parameters[i];
  return NULL;
}

static Value parse(const char *text) {
  Value value = {.type = STRING, .string_value = (char *)text};
  char *end;
  if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
    return (Value){.type = BOOL, .bool_value = text[0] == 't'};
  long long integer = strtoll(text, &end, 0);
  if (*text != 0 && *end == 0) return (Value){.type = INTEGER, .integer_value = integer};
  double number = strtod(text, &end);
  if (*text != 0 && *end == 0) return (Value){.type = DOUBLE, .double_value = number};
  return value;
}

/* Values of the network are lent: what is kept is copied. */
#define COPY(field)                                                                       \
  do {                                                                                    \
    size_t bytes = to->field._length * sizeof *to->field._buffer;                         \
    void *copy = memcpy(malloc(bytes + 1), to->field._buffer, to->field._length ? bytes : 0); \
    to->field._buffer = copy;                                                             \
  } while (0)

static void own(Value *to) {
  to->string_value = strdup(to->string_value == NULL ? "" : to->string_value);
  COPY(byte_array_value);
  COPY(bool_array_value);
  COPY(integer_array_value);
  COPY(double_array_value);
  COPY(string_array_value);
  for (uint32_t i = 0; i < to->string_array_value._length; i++)
    to->string_array_value._buffer[i] = strdup(to->string_array_value._buffer[i]);
}

void parameter_declare(const char *name, const char *value) {
  Parameter *known = find(name);
  if (known == NULL && parameter_count == MAX_PARAMETERS) return;
  if (known == NULL) known = &parameters[parameter_count++];
  *known = (Parameter){strdup(name), parse(value)};
  own(&known->value);
}

static void act(const Parameter *parameter) {
  if (strcmp(parameter->name, "use_sim_time") == 0) ros_use_sim_time(parameter->value.bool_value);
}

static Result set(const Parameter *wanted) {
  Parameter *known = find(wanted->name);
  if (known == NULL)
    return (Result){false, ros_text("parameter '%s' cannot be set because it was not declared",
                                    wanted->name)};
  if (known->value.type != wanted->value.type)
    return (Result){false, ros_text("Wrong parameter type, parameter {%s} is of another type",
                                    wanted->name)};
  known->value = wanted->value;
  own(&known->value);
  act(known);
  return (Result){true, strdup("")};
}

static void tell(Parameter *changed, uint32_t count, bool is_new) {
  rcl_interfaces_msg_dds__ParameterEvent_ event = {.node = (char *)ros_full_name()};
  if (is_new) {
    event.new_parameters._length = event.new_parameters._maximum = count;
    event.new_parameters._buffer = changed;
  } else {
    event.changed_parameters._length = event.changed_parameters._maximum = count;
    event.changed_parameters._buffer = changed;
  }
  ros_stamp(&event.stamp);
  ros_check(dds_write(events, &event), "parameter_events");
}

/* A list in a response, which lives until the next one is made. */
#define LIST(list, count)                                                          \
  do {                                                                             \
    static void *held;                                                             \
    free(held);                                                                    \
    (list)._buffer = held = calloc((count) + 1, sizeof *(list)._buffer);           \
    (list)._length = (list)._maximum = (count);                                    \
  } while (0)

static void get(void *context, const void *sample, void *made) {
  (void)context;
  const rcl_interfaces_srv_dds__GetParameters_Request_ *request = sample;
  rcl_interfaces_srv_dds__GetParameters_Response_ *response = made;
  LIST(response->values, request->names._length);
  for (uint32_t i = 0; i < request->names._length; i++) {
    const Parameter *known = find(request->names._buffer[i]);
    if (known != NULL) response->values._buffer[i] = known->value;
  }
}

static void get_types(void *context, const void *sample, void *made) {
  (void)context;
  const rcl_interfaces_srv_dds__GetParameterTypes_Request_ *request = sample;
  rcl_interfaces_srv_dds__GetParameterTypes_Response_ *response = made;
  LIST(response->types, request->names._length);
  for (uint32_t i = 0; i < request->names._length; i++) {
    const Parameter *known = find(request->names._buffer[i]);
    response->types._buffer[i] = known == NULL ? NOT_SET : known->value.type;
  }
}

static void set_each(void *context, const void *sample, void *made) {
  (void)context;
  const rcl_interfaces_srv_dds__SetParameters_Request_ *request = sample;
  rcl_interfaces_srv_dds__SetParameters_Response_ *response = made;
  LIST(response->results, request->parameters._length);
  for (uint32_t i = 0; i < request->parameters._length; i++) {
    Parameter *wanted = &request->parameters._buffer[i];
    response->results._buffer[i] = set(wanted);
    if (response->results._buffer[i].successful) tell(wanted, 1, false);
  }
}

static void set_all(void *context, const void *sample, void *made) {
  (void)context;
  const rcl_interfaces_srv_dds__SetParametersAtomically_Request_ *request = sample;
  rcl_interfaces_srv_dds__SetParametersAtomically_Response_ *response = made;
  uint32_t count = request->parameters._length;
  Parameter *wanted = request->parameters._buffer;
  response->result = (Result){true, (char *)""};
  for (uint32_t i = 0; i < count; i++) {
    const Parameter *known = find(wanted[i].name);
    if (known == NULL || known->value.type != wanted[i].value.type) {
      response->result = set(&wanted[i]);
      return;
    }
  }
  for (uint32_t i = 0; i < count; i++) set(&wanted[i]);
  if (count > 0) tell(wanted, count, false);
}

static void describe(void *context, const void *sample, void *made) {
  (void)context;
  const rcl_interfaces_srv_dds__DescribeParameters_Request_ *request = sample;
  rcl_interfaces_srv_dds__DescribeParameters_Response_ *response = made;
  LIST(response->descriptors, request->names._length);
  for (uint32_t i = 0; i < request->names._length; i++) {
    const Parameter *known = find(request->names._buffer[i]);
    response->descriptors._buffer[i].name = request->names._buffer[i];
    if (known != NULL) response->descriptors._buffer[i].type = known->value.type;
  }
}

/* Names below the prefixes, all when there is none. Depth is not looked at: names have no parts here. */
static void list(void *context, const void *sample, void *made) {
  (void)context;
  const rcl_interfaces_srv_dds__ListParameters_Request_ *request = sample;
  rcl_interfaces_srv_dds__ListParameters_Response_ *response = made;
  LIST(response->result.names, parameter_count);
  response->result.names._length = 0;
  for (uint32_t i = 0; i < parameter_count; i++) {
    char *name = parameters[i].name;
    bool is_wanted = request->prefixes._length == 0;
    for (uint32_t p = 0; p < request->prefixes._length; p++) {
      const char *prefix = request->prefixes._buffer[p];
      size_t length = strlen(prefix);
      is_wanted |= strncmp(name, prefix, length) == 0 && (name[length] == 0 || name[length] == '.');
    }
    if (is_wanted) response->result.names._buffer[response->result.names._length++] = name;
  }
}

#define SERVICE(Name)                                                            \
  {"rcl_interfaces/srv/" #Name, &rcl_interfaces_srv_dds__##Name##_Request__desc, \
   &rcl_interfaces_srv_dds__##Name##_Response__desc}

static const struct {
  const char *name;
  RosServiceType type;
  RosAnswer run;
} SERVICES[] = {
    {"~/get_parameters", SERVICE(GetParameters), get},
    {"~/get_parameter_types", SERVICE(GetParameterTypes), get_types},
    {"~/set_parameters", SERVICE(SetParameters), set_each},
    {"~/set_parameters_atomically", SERVICE(SetParametersAtomically), set_all},
    {"~/describe_parameters", SERVICE(DescribeParameters), describe},
    {"~/list_parameters", SERVICE(ListParameters), list},
};

void parameters_apply(void) {
  if (find("use_sim_time") == NULL) parameter_declare("use_sim_time", "false");
  for (uint32_t i = 0; i < parameter_count; i++) act(&parameters[i]);
}

void parameters_serve(void) {
  RosQos qos = {true, false, DEPTH};
  events = ros_publisher(&rcl_interfaces_msg_dds__ParameterEvent__desc, "/parameter_events", qos);
  for (size_t i = 0; i < sizeof SERVICES / sizeof *SERVICES; i++)
    ros_service(&SERVICES[i].type, SERVICES[i].name, DEPTH, SERVICES[i].run, NULL);
  parameters_apply();
}

void parameters_announce(void) { tell(parameters, parameter_count, true); }

/* A managed node of ROS 2 in C on Cyclone DDS, for tests: an arm with parameters, transforms, an action, and
 * services in both directions. Each of its callbacks takes a real time of 0 to 3 ms.
 *
 *   ~/change_state, ~/get_state   it works when it is active
 *   reach                         an action: the tool goes a step every 50 ms, `order` steps
 *   sum                           a server of AddTwoInts
 *   /tf                           base -> tool, every 50 ms
 *   /rosout                       what happens
 * When it is activated it sends a goal to the action `count`; at each step it calls the service `add`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arm_types.h"
#include "cyclone_services.h"
#include "ros_node.h"
#include "ros_parameters.h"

enum { UNCONFIGURED = 1, INACTIVE = 2, ACTIVE = 3, MOST_STEPS = 32 };
enum { EXECUTING = 2, SUCCEEDED = 4 };

typedef example_interfaces_action_dds__Fibonacci_SendGoal_Request_ SendGoal;
typedef example_interfaces_action_dds__Fibonacci_SendGoal_Response_ GoalAnswer;
typedef example_interfaces_action_dds__Fibonacci_GetResult_Request_ GetResult;
typedef example_interfaces_action_dds__Fibonacci_GetResult_Response_ Result;
typedef example_interfaces_srv_dds__AddTwoInts_Request_ AddRequest;
typedef example_interfaces_srv_dds__AddTwoInts_Response_ AddResponse;

#define TYPE(Name, of)                                             \
  {#Name, &of##_Request__desc, &of##_Response__desc}
static const RosServiceType
    SEND_GOAL = TYPE(SendGoal, example_interfaces_action_dds__Fibonacci_SendGoal),
    GET_RESULT = TYPE(GetResult, example_interfaces_action_dds__Fibonacci_GetResult),
    CANCEL_GOAL = TYPE(CancelGoal, action_msgs_srv_dds__CancelGoal),
    CHANGE_STATE = TYPE(ChangeState, lifecycle_msgs_srv_dds__ChangeState),
    GET_STATE = TYPE(GetState, lifecycle_msgs_srv_dds__GetState),
    ADD = TYPE(AddTwoInts, example_interfaces_srv_dds__AddTwoInts);

static dds_entity_t tf, rosout, feedback, statuses, transitions;
static RosEndpoints *results, *add, *count_goal, *count_result;
static int state = UNCONFIGURED, order;
static int32_t steps[MOST_STEPS];
static uint32_t step_count;
static bool is_reaching, is_awaited;
static SendGoal goal;
static GetResult asked;

static void take_time(void) { dds_sleepfor(DDS_USECS(rand() % 3000)); }

static const char *label(int of) {
  return of == ACTIVE ? "active" : of == INACTIVE ? "inactive" : "unconfigured";
}

static void say(const char *text) {
  rcl_interfaces_msg_dds__Log_ log = {.level = 20, .name = (char *)ros_node_name(), .msg = (char *)text,
                                      .file = "arm.c", .function = "say"};
  ros_stamp(&log.stamp);
  ros_check(dds_write(rosout, &log), "rosout");
}

static void change_state(void *context, const void *sample, void *made) {
  (void)context;
  take_time();
  const lifecycle_msgs_srv_dds__ChangeState_Request_ *request = sample;
  int id = request->transition.id, before = state;
  if (id == 1 && state == UNCONFIGURED) state = INACTIVE;
  else if (id == 3 && state == INACTIVE) state = ACTIVE;
  else if (id == 4 && state == ACTIVE) state = INACTIVE;
  else return;
  ((lifecycle_msgs_srv_dds__ChangeState_Response_ *)made)->success = true;
  lifecycle_msgs_msg_dds__TransitionEvent_ event = {
      (uint64_t)ros_now(), {(uint8_t)id, ""}, {(uint8_t)before, (char *)label(before)},
      {(uint8_t)state, (char *)label(state)}};
  ros_check(dds_write(transitions, &event), "transition_event");
  say(ros_text("is %s", label(state)));
  if (state != ACTIVE) return;
  SendGoal own = {.goal_id = {{7}}, .order = 3};
  ros_ask(count_goal, (RosHeader *)&own);
}

static void get_state(void *context, const void *sample, void *made) {
  (void)context, (void)sample;
  lifecycle_msgs_srv_dds__GetState_Response_ *response = made;
  response->current_state.id = (uint8_t)state;
  response->current_state.label = (char *)label(state);
}

static void tell_status(int status) {
  action_msgs_msg_dds__GoalStatus_ one = {{goal.goal_id, {0, 0}}, (uint8_t)status};
  action_msgs_msg_dds__GoalStatusArray_ all = {{1, 1, &one, false}};
  ros_stamp(&one.goal_info.stamp);
  ros_check(dds_write(statuses, &all), "status");
}

static void take_goal(void *context, const void *sample, void *made) {
  (void)context;
  take_time();
  if (state != ACTIVE || is_reaching) return;
  goal = *(const SendGoal *)sample;
  order = goal.order < MOST_STEPS ? goal.order : MOST_STEPS;
  step_count = 0;
  is_reaching = true;
  GoalAnswer *answer = made;
  answer->accepted = true;
  ros_stamp(&answer->stamp);
  tell_status(EXECUTING);
}

static void answer_result(void) {
  Result result = {.client = asked.client, .call = asked.call, .status = SUCCEEDED,
                   .numbers = {step_count, step_count, steps, false}};
  is_awaited = false;
  ros_respond(results, (RosHeader *)&result);
}

static void take_result_request(void *context, const void *sample) {
  (void)context;
  asked = *(const GetResult *)sample;
  is_awaited = true;
  if (!is_reaching) answer_result();
}

static void refuse_cancel(void *context, const void *sample, void *made) {
  (void)context, (void)sample;
  ((action_msgs_srv_dds__CancelGoal_Response_ *)made)->return_code = 1;
}

static void sum(void *context, const void *sample, void *made) {
  (void)context;
  take_time();
  const AddRequest *request = sample;
  ((AddResponse *)made)->sum = request->a + request->b;
}

static void on_sum(void *context, const void *sample) {
  (void)context;
  take_time();
  say(ros_text("got the sum %ld", (long)((const AddResponse *)sample)->sum));
}

static void on_count_accepted(void *context, const void *sample) {
  (void)context;
  say(((const GoalAnswer *)sample)->accepted ? "may count" : "may not count");
  GetResult request = {.goal_id = {{7}}};
  ros_ask(count_result, (RosHeader *)&request);
}

static void on_count(void *context, const void *sample) {
  (void)context;
  const Result *result = sample;
  say(ros_text("counted %u numbers", result->numbers._length));
}

static void tell_transform(void) {
  geometry_msgs_msg_dds__TransformStamped_ one = {
      .header = {.frame_id = "base"}, .child_frame_id = "tool", .transform = {{step_count, 0, 0}, {0, 0, 0, 1}}};
  ros_stamp(&one.header.stamp);
  tf2_msgs_msg_dds__TFMessage_ message = {{1, 1, &one, false}};
  ros_check(dds_write(tf, &message), "tf");
}

static void work(void *context) {
  (void)context;
  take_time();
  if (state != ACTIVE) return;
  if (is_reaching) {
    steps[step_count] = (int32_t)(step_count * step_count);
    step_count++;
    example_interfaces_action_dds__Fibonacci_FeedbackMessage_ message = {
        goal.goal_id, {step_count, step_count, steps, false}};
    ros_check(dds_write(feedback, &message), "feedback");
    AddRequest request = {.a = step_count, .b = 1000};
    ros_ask(add, (RosHeader *)&request);
    if ((int)step_count >= order) {
      is_reaching = false;
      tell_status(SUCCEEDED);
      if (is_awaited) answer_result();
    }
  }
  tell_transform();
}

static void make(void) {
  RosQos some = {true, false, 10}, kept = {true, true, 1}, logs = {true, true, 1000}, many = {true, false, 100};
  rosout = ros_publisher(&rcl_interfaces_msg_dds__Log__desc, "/rosout", logs);
  tf = ros_publisher(&tf2_msgs_msg_dds__TFMessage__desc, "/tf", many);
  transitions = ros_publisher(&lifecycle_msgs_msg_dds__TransitionEvent__desc, "~/transition_event", some);
  feedback = ros_publisher(&example_interfaces_action_dds__Fibonacci_FeedbackMessage__desc,
                           "reach/_action/feedback", some);
  statuses = ros_publisher(&action_msgs_msg_dds__GoalStatusArray__desc, "reach/_action/status", kept);
  ros_service(&CHANGE_STATE, "~/change_state", 10, change_state, NULL);
  ros_service(&GET_STATE, "~/get_state", 10, get_state, NULL);
  ros_service(&SEND_GOAL, "reach/_action/send_goal", 10, take_goal, NULL);
  ros_service(&CANCEL_GOAL, "reach/_action/cancel_goal", 10, refuse_cancel, NULL);
  results = ros_server(&GET_RESULT, "reach/_action/get_result", 10, take_result_request, NULL);
  ros_service(&ADD, "sum", 10, sum, NULL);
  add = ros_client(&ADD, "/hq/add");
  ros_on_response(add, on_sum, NULL);
  count_goal = ros_client(&SEND_GOAL, "count/_action/send_goal");
  ros_on_response(count_goal, on_count_accepted, NULL);
  count_result = ros_client(&GET_RESULT, "count/_action/get_result");
  ros_on_response(count_result, on_count, NULL);
}

int main(int count, char **words) {
  srand((unsigned)dds_time() ^ (unsigned)getpid());
  for (int i = 1; i < count; i++)
    if (strcmp(words[i], "use_sim_time:=true") == 0) parameter_declare("use_sim_time", "true");
  parameter_declare("speed", "0.5");
  ros_name("arm");
  ros_namespace("/cell");
  ros_open();
  parameters_serve();
  make();
  ros_announce();
  parameters_announce();
  ros_timer(50000000, work, NULL);
  ros_spin();
  ros_close();
  return 0;
}

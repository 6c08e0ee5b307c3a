/* The controller of examples/orchestrator/controller.mjs as a process on Cyclone DDS, whose callbacks take
 * a real time of 0 to 4 ms. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ros_node.h"
#include "ros_parameters.h"

static dds_entity_t force;
static double before;

static void control(void *context, const void *sample) {
  (void)context;
  double position = ((const std_msgs_msg_dds__Float64_ *)sample)->data;
  double speed = (position - before) / 0.02;
  before = position;
  dds_sleepfor(DDS_USECS(rand() % 4000));
  std_msgs_msg_dds__Float64_ made = {4 * (1 - position) - 3 * speed};
  ros_check(dds_write(force, &made), "force");
}

int main(int count, char **words) {
  srand((unsigned)dds_time() ^ (unsigned)getpid());
  for (int i = 1; i < count; i++)
    if (strcmp(words[i], "use_sim_time:=true") == 0) parameter_declare("use_sim_time", "true");
  ros_name("controller");
  ros_open();
  parameters_serve();
  RosQos qos = {true, false, 10};
  force = ros_publisher(&std_msgs_msg_dds__Float64__desc, "force", qos);
  ros_subscription(&std_msgs_msg_dds__Float64__desc, "position", qos, control, NULL);
  ros_announce();
  parameters_announce();
  ros_spin();
  ros_close();
  return 0;
}

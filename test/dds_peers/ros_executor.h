/* An executor of one thread: it takes one message, runs its callback, and looks for the next. */
#ifndef ROS_EXECUTOR_H
#define ROS_EXECUTOR_H

#include "ros_node.h"

void executor_open(dds_entity_t participant);
/* Of what is ready, the kinds are taken in this order. */
typedef enum { ROS_SUBSCRIPTION, ROS_SERVICE, ROS_CLIENT } RosKind;

void executor_add(dds_entity_t reader, RosKind kind, RosCallback run, void *context);
/* Waits until a writer of replies knows the reader of who asked last: otherwise the reply is lost. */
void executor_await_reader_of(dds_entity_t replies);

#endif

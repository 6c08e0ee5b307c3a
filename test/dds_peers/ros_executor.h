/* An executor of one thread: it takes one message, runs its callback, and looks for the next. */
#ifndef ROS_EXECUTOR_H
#define ROS_EXECUTOR_H

#include "ros_node.h"

void executor_open(dds_entity_t participant);
void executor_add(dds_entity_t reader, RosCallback run, void *context);
/* Waits until a writer of replies knows the reader of who asked last: otherwise the reply is lost. */
void executor_await_reader_of(dds_entity_t replies);

#endif

/* The parameters of the node: the six services of ROS 2, and what is told of changes. */
#ifndef ROS_PARAMETERS_H
#define ROS_PARAMETERS_H

/* Declares a parameter with a value as the command line writes it: `true`, `3`, `0.5`, `text`. */
void parameter_declare(const char *name, const char *value);
/* Makes use of what was declared, without services. */
void parameters_apply(void);
/* Makes the services; call it when the node is open. */
void parameters_serve(void);
/* Tells of all that were declared. */
void parameters_announce(void);

#endif

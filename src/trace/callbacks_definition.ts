/**
 * The messages that hold the callbacks of a trace. An array has one field of all callbacks of a message, so that a callback
 * has no frame, no entry in an index and no bytes for what is zero.
 */
export const CALLBACKS_TOPIC = 'callbacks';
export const CALLBACKS_TYPE = 'orrery_msgs/msg/Callbacks';

/** Their definition; its arrays are the columns of `TABLES`, in the same order. */
export const CALLBACKS_DEFINITION = `# The callbacks that ended one after the other, and what they published. Each array holds one field of all of
# them; an empty array stands for zeros. A name with _step: the difference to the value before, which begins with
# that with _first. A name with _high: the upper half of a number of 64 bits. All arithmetic is modulo 2^32.
# Nothing in a message is later than its log time or earlier than its publish time.

# How many callbacks the messages before this one hold.
uint64 before
# The number of the last of these callbacks.
uint64 number_before

# The number of the entity, whose name is on the topic "entities".
uint32[] entity
# When the callback ended, in ns since the epoch.
uint32 end_first
uint32[] end_step
uint32 end_high_first
uint32[] end_high_step
# The number of the callback that caused it; 0: none.
uint32 cause_first
uint32[] cause_step
# Digest of the message, request or response that it received; 0: none.
uint32[] input
# How many messages, requests and responses it sent, and their digest.
uint32[] outputs
uint32[] output

# Callbacks are numbered from 1 in the order in which they began. By how much its number exceeds the next one
# after the callback before it, which is 0 if callbacks take no time.
uint32[] number_skip
# The publisher of its input, by its number in the message on "system", and the message's number at that publisher.
uint32[] publisher
uint32[] sequence
# How many of its outputs are not messages that it published before it returned.
uint32[] unlisted

# All other outputs, those of one callback after those of another: publisher, and number at that publisher.
uint32[] sent_publisher
uint32[] sent_sequence
uint32[] sent_sequence_high

# What few callbacks have; each row names its callback by its place in this message, from 1. Durations are in ns.
uint32[] more_row
uint32[] more_number_high
uint32[] more_cause_high
uint32[] more_sequence_high
uint32[] more_duration
uint32[] more_duration_high
uint32[] more_thread
uint32[] more_overwritten
uint32[] more_state
uint32[] more_waited
uint32[] more_waited_high
uint32[] more_travelled
uint32[] more_travelled_high

# Messages that left outside of callbacks or after their callback had returned: how many callbacks of this
# message had ended, the time, publisher and number at that publisher, the callback that sent it, how long that had
# been running, its input, and its entity by the number in the message on "system".
uint32[] later_row
uint32 later_time_first
uint32[] later_time_step
uint32 later_time_high_first
uint32[] later_time_high_step
uint32[] later_publisher
uint32[] later_sequence
uint32[] later_sequence_high
uint32[] later_cause
uint32[] later_cause_high
uint32[] later_elapsed
uint32[] later_elapsed_high
uint32[] later_input_publisher
uint32[] later_input_sequence
uint32[] later_input_sequence_high
uint32[] later_callback
`;

/** A table of the message: how many columns it has, and a bit for each that holds differences. */
export interface TableShape {
  readonly columns: number;
  readonly steps: number;
}

/** In the order of the definition. */
export const SEEN: TableShape = { columns: 7, steps: 0b1110 };
export const ORIGINS: TableShape = { columns: 4, steps: 0 };
export const SENT: TableShape = { columns: 3, steps: 0 };
export const MORE: TableShape = { columns: 13, steps: 0 };
export const LATER: TableShape = { columns: 14, steps: 0b110 };
export const TABLES: readonly TableShape[] = [SEEN, ORIGINS, SENT, MORE, LATER];

/**
 * Every bound of the engine, by name. A peer cannot make the engine hold more than these allow; input
 * beyond a bound is refused and counted (`rejection.ts`).
 */

/** Sequence numbers from here on are refused: a Number would no longer count them one by one. */
export const MAX_SEQUENCE_NUMBER = 2 ** 52;

/** Submessages that are read from one datagram: its loop budget. */
export const MAX_SUBMESSAGES = 4096;
/** Steps over stored samples, gaps and requests that one datagram may cause, in addition to those of reading it. */
export const MAX_WORK_PER_DATAGRAM = 2 ** 18;
/** Parameters of one list. */
export const MAX_PARAMETERS = 512;
/** Bytes of a name (topic, type, entity, partition). */
export const MAX_NAME_BYTES = 1024;
/** Bytes of USER_DATA, GROUP_DATA or TOPIC_DATA. */
export const MAX_USER_DATA_BYTES = 8192;
/** Locators of one kind that a peer may announce. */
export const MAX_LOCATORS = 16;
/** Partitions of one endpoint. */
export const MAX_PARTITIONS = 64;
/** Properties of a participant. */
export const MAX_PROPERTIES = 32;

/** Peers known at a time. A full table drops peers that never proved that they receive our data. */
export const MAX_PEERS = 512;
/** Endpoints that one peer may announce. */
export const MAX_ENDPOINTS_PER_PEER = 4096;
/** Bytes of the announcements of all endpoints of one peer. */
export const MAX_ANNOUNCED_BYTES_PER_PEER = 8 * 1024 * 1024;
/** Nodes of one participant, according to `ros_discovery_info`. */
export const MAX_NODES = 4096;
/** Readers, or writers, of one node. */
export const MAX_ENDPOINTS_PER_NODE = 16_384;
/** Bytes of the name or the namespace of a node. */
export const MAX_NODE_NAME_BYTES = 256;
/** Endpoints of this participant. */
export const MAX_LOCAL_ENDPOINTS = 8192;
/** The longest lease of a peer; longer ones are shortened to it. */
export const MAX_LEASE_NS = 3600e9;
/** The shortest lease of a peer: with shorter ones, peers would come and go. */
export const MIN_LEASE_NS = 100e6;
/** The lease of a peer that never proved that it receives our data. */
export const UNPROVEN_LEASE_NS = 60e9;
/** The most bytes sent to a peer that never proved that it receives our data, for each byte it sent. */
export const AMPLIFICATION_FACTOR = 3;
/** The most bytes of answer to one request for retransmission (but at least one datagram). */
export const MAX_ANSWER_BYTES = 512 * 1024;

/** The largest sample that is sent or assembled. */
export const MAX_SAMPLE_BYTES = 64 * 1024 * 1024;
/** Fragments of one sample. */
export const MAX_FRAGMENTS = 65_535;
/** Incomplete samples of one writer. */
export const MAX_PARTIAL_SAMPLES = 16;
/** Samples received out of order that are kept for each pair of writer and reader. */
export const MAX_REORDERED_SAMPLES = 4096;
/** Bytes of samples out of order or incomplete, for each peer. */
export const MAX_PENDING_BYTES_PER_PEER = 128 * 1024 * 1024;
/** Bytes that the bound above adds for each stored sample or fragment. */
export const PENDING_OVERHEAD_BYTES = 256;
/** Ranges of irrelevant sequence numbers kept for each pair of writer and reader. */
export const MAX_GAP_RANGES = 64;

/** Samples of a keep-all history without limits of its own. */
export const MAX_KEEP_ALL_SAMPLES = 65_536;
/** Bytes of one history. */
export const MAX_HISTORY_BYTES = 256 * 1024 * 1024;
/** Samples beyond its depth that a writer holds until they were sent once. */
export const MAX_UNSENT_SAMPLES = 4096;
/** Bytes of these samples. */
export const MAX_UNSENT_BYTES = 64 * 1024 * 1024;
/** Instances of one keyed reader. */
export const MAX_INSTANCES = 16_384;

/** Samples whose fragments one reader may request at a time. */
export const MAX_FRAGMENT_REQUESTS = 64;
/** Announced ends of endpoints that are kept for late joiners. */
export const MAX_DISPOSALS = 256;

/**
 * The fewest samples that a reader of a program has room for, since a datagram may hold more than
 * the requested depth.
 */
export const MIN_PROGRAM_ROOM = 4096;
/** Bytes on their way from the socket thread to the program beyond which the thread waits for the program. */
export const MAX_UNTAKEN_BYTES = 64 * 1024 * 1024;
/** Bytes that each of these events counts in addition to its payload. */
export const UNTAKEN_OVERHEAD_BYTES = 256;
/** Writes of a program that wait for room in a keep-all history, for each writer. */
export const MAX_WAITING_WRITES = 10_000;
/** Bytes of these writes. */
export const MAX_WAITING_BYTES = 256 * 1024 * 1024;
/** Calls without an answer of one client, and requests without an answer of one server. */
export const MAX_OPEN_CALLS = 10_000;

/** Samples that are sent before one is acknowledged, when nothing is lost. */
export const MAX_WINDOW_SAMPLES = 2048;
/**
 * Samples that are sent before one is acknowledged, after a loss: Cyclone DDS keeps at most this
 * many out of order (measured).
 */
export const LOSS_WINDOW_SAMPLES = 128;
/** Bytes that are sent before some are acknowledged: what the socket buffers of Cyclone DDS hold. */
export const MAX_WINDOW_BYTES = 1536 * 1024;
export const MIN_WINDOW_BYTES = 64 * 1024;
/** Samples in flight from which their acknowledgement is requested at once. */
export const MAX_UNASKED_SAMPLES = 16;

/** The largest datagram: what fits into UDP over IPv4, rounded down. */
export const MAX_DATAGRAM_BYTES = 65_000;
/** The smallest datagram size that a configuration may request. */
export const MIN_DATAGRAM_BYTES = 512;

/** Size of each socket's receive and send buffer that is requested from the kernel. */
export const SOCKET_BUFFER_BYTES = 4 * 1024 * 1024;
/** Bytes waiting in a socket beyond which sending pauses. */
export const MAX_SEND_QUEUE_BYTES = 4 * 1024 * 1024;
/** The highest index of a participant on one machine; the index determines its ports. */
export const MAX_PARTICIPANT_INDEX = 119;

/** What a service or client publishes on its `_service_event` topic. */
export const ServiceIntrospectionStates = {
  /** Nothing. */
  OFF: 0,
  /** Who, when, which event. */
  METADATA: 1,
  /** The request and response too. */
  CONTENTS: 2,
} as const;

/** A value of {@link ServiceIntrospectionStates}. */
export type ServiceIntrospectionStates =
  (typeof ServiceIntrospectionStates)[keyof typeof ServiceIntrospectionStates];

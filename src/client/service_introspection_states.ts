/** What a service or client publishes on its `_service_event` topic. */
export const ServiceIntrospectionStates = {
  /** No events. */
  OFF: 0,
  /** Source, time and kind of each event. */
  METADATA: 1,
  /** The request and response as well. */
  CONTENTS: 2,
} as const;

/** A value of {@link ServiceIntrospectionStates}. */
export type ServiceIntrospectionStates =
  (typeof ServiceIntrospectionStates)[keyof typeof ServiceIntrospectionStates];

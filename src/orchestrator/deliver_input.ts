/** Sends a process the event for which it is released. */
import type { MirroredEndpoints } from './mirrored_endpoints.js';
import type { ProcessInput } from './thread_protocol.js';

/**
 * @param calls - takes the number of a request of the run, by `handle call`
 * @returns a description of what is awaited
 */
export function deliverInput(
  mirror: MirroredEndpoints,
  input: Exclude<ProcessInput, { readonly kind: 'settle' }>,
  calls: Map<string, number>,
): string {
  if (input.kind === 'clock') return 'the callbacks of its timers';
  if (input.kind === 'resume') return 'waiting for a response that nobody gives';
  const now = mirror.driver.now();
  const to = mirror.of(input.handle);
  if (input.kind === 'message') to?.writer?.write(input.payload, now);
  else if (input.kind === 'request') {
    const call = to?.client?.call(input.payload, now);
    if (to !== undefined && call !== undefined) calls.set(`${to.handle} ${call}`, input.number);
  } else {
    const request = to?.requests.get(input.number);
    to?.requests.delete(input.number);
    if (request !== undefined) to?.server?.respond(input.payload, request, now);
  }
  return `its callback for ${to?.role ?? ''} ${to?.name ?? 'something that is gone'}`;
}

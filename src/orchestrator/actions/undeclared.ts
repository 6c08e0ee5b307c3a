import { OrreryError } from '../../errors/index.js';

/** The error for a message that no configuration announces. */
export function undeclared(who: string, topic: string): OrreryError {
  return new OrreryError(
    'ORR_ORCHESTRATOR_OUTPUT',
    `${who} sends a message on ${topic} that its configuration does not declare; ` +
      'add it to the outputs of the callback, as often as it is sent.',
    { place: { topic } },
  );
}

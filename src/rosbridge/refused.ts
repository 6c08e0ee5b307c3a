import { OrreryError } from '../errors/index.js';

/** The error that tells a client why something was not done. */
export function refused(text: string): OrreryError {
  return new OrreryError('ORR_ROSBRIDGE_REFUSED', text);
}

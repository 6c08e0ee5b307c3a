import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

/**
 * The name of this process among all that share a store. Containers may have the same host name and the same process
 * number, so these alone would let two workers write to one file.
 */
export const WORKER_NAME = `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;

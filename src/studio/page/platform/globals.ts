/** The Node globals that Orrery's readers use; imported before the readers. */
import { Buffer } from './buffer.js';

const node = { env: {}, pid: 1, platform: 'linux', arch: '', version: '', versions: {} };
Object.assign(globalThis, { Buffer, process: node });

import { createRequire } from 'node:module';

/**
 * Node's module for HTTP. It is not imported, because Node 22 then loads all of `fetch` for it, which takes 13 ms and
 * fails without WebAssembly (`--jitless`).
 */
export const http = createRequire(import.meta.url)('node:http') as typeof import('node:http');

import { OrreryError } from '../../errors/index.js';

/** Where a simulator listens: a Unix socket, or TCP over IPv4. */
export type PeerAddress =
  | { readonly path: string }
  | { readonly host: string; readonly port: number };

/**
 * Reads `unix:PATH` or `HOST:PORT`.
 *
 * @throws OrreryError `ORR_NETSIM_ADDRESS`
 */
export function parsePeerAddress(text: string): PeerAddress {
  if (text.startsWith('unix:') && text.length > 5) return { path: text.slice(5) };
  const match = /^([^:\s]+):(\d{1,5})$/.exec(text);
  const port = Number(match?.[2]);
  if (match !== null && port <= 65_535) return { host: match[1]!, port };
  throw new OrreryError(
    'ORR_NETSIM_ADDRESS',
    `"${text}" is not the address of a simulator; write unix:PATH or HOST:PORT.`,
  );
}

export function addressText(address: PeerAddress): string {
  return 'path' in address ? `unix:${address.path}` : `${address.host}:${address.port}`;
}

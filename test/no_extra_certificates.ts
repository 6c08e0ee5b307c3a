/**
 * Takes `NODE_EXTRA_CA_CERTS` away from tests and what they start: Node 20 reads and parses these certificates in each
 * process, which is two fifths of its start. No test connects by TLS.
 */

/** Called by Vitest before it starts the workers, which inherit the environment. */
export default function setup(): void {
  delete process.env.NODE_EXTRA_CA_CERTS;
}

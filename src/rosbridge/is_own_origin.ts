const OWN_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Whether a client may connect, judged by its `Origin`: programs, which have none, files, and pages that this
 * machine serves may. Any other page that is open in a browser could otherwise command the robots of a run.
 */
export function isOwnOrigin(origin: string | undefined): boolean {
  if (origin === undefined || origin === 'null' || origin.startsWith('file:')) return true;
  try {
    return OWN_HOST.test(new URL(origin).hostname);
  } catch {
    return false;
  }
}

import { Session } from 'node:inspector';

interface ScopeNames {
  readonly names: readonly string[];
}

/**
 * The names that scripts have declared with `let`, `const` or `class` in the scope that all scripts of a thread share,
 * as by `vm.runInThisContext`. These names are not properties and cannot be removed; only the inspector lists them.
 * Asking it takes 40 µs. It is disconnected at once, because it retains everything printed while it is connected.
 */
export function namesOfScripts(): readonly string[] {
  const session = new Session();
  session.connect();
  let found: readonly string[] = [];
  // The answer comes before `post` returns.
  session.post('Runtime.globalLexicalScopeNames', {}, (error, answer) => {
    if (error !== null) throw error;
    found = (answer as ScopeNames).names;
  });
  session.disconnect();
  return found;
}

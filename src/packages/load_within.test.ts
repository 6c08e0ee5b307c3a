import { expect, it } from 'vitest';
import { fzstd, loadWithin, rxjsSubject } from './index.js';

it('loads packages within the function that is given, each once, except those of simulated processes', () => {
  let loads = 0;
  loadWithin((load) => {
    loads++;
    return load();
  });
  try {
    expect(rxjsSubject().Subject).toBeTypeOf('function');
    expect(rxjsSubject().Subject).toBeTypeOf('function');
    expect(loads).toBe(2);
    const first = fzstd();
    const afterwards = loads;
    expect(fzstd()).toBe(first);
    expect(loads).toBe(afterwards);
  } finally {
    loadWithin((load) => load());
  }
});

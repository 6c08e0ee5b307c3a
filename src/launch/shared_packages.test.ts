import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageIndexOf } from './describe_programs.js';
import { loadLaunchFile } from './file/index.js';
import { SharedPackages } from './shared_packages.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-shared-packages-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function install(name: string): void {
  const place = join(folder, 'node_modules', name);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name, orrery: {} }));
}

const names = (options = {}) => [...packageIndexOf(options, folder).packages.keys()];

describe('SharedPackages', () => {
  it('searches once, and only for those who share', () => {
    const shared = new SharedPackages();
    install('one');
    expect(shared.during(() => names())).toEqual(['one']);
    install('two');
    expect(shared.during(() => names())).toEqual(['one']);
    expect(names()).toEqual(['one', 'two']);
    expect(new SharedPackages().during(() => names())).toEqual(['one', 'two']);
  });

  it('keeps searches in different places apart', () => {
    const shared = new SharedPackages();
    install('one');
    expect(shared.during(() => names())).toEqual(['one']);
    mkdirSync(join(folder, 'more'));
    writeFileSync(join(folder, 'more/package.json'), JSON.stringify({ name: 'more', orrery: {} }));
    expect(shared.during(() => names({ packages: [join(folder, 'more')] }))).toEqual([
      'more',
      'one',
    ]);
  });

  it('reads a launch file again, as it is then, and tells its mistakes each time', () => {
    const shared = new SharedPackages();
    const file = join(folder, 'a.launch.yaml');
    const names = (text: string) => {
      writeFileSync(file, text);
      const { actions } = shared.during(() => loadLaunchFile(file));
      return actions.map((action) => (action.kind === 'node' ? action.name : action.kind));
    };
    const node = (name: string) => `launch: [{node: {pkg: p, exec: e, name: ${name}}}]`;
    expect(names(node('one'))).toEqual(['one']);
    expect(names(node('one'))).toEqual(['one']);
    expect(names(node('two'))).toEqual(['two']);
    for (let i = 0; i < 2; i++) expect(() => names('launch: [{nod: {}}]')).toThrow('one mistake');
    expect(names(node('two'))).toEqual(['two']);
  });

  it('is left when the action throws', () => {
    const shared = new SharedPackages();
    shared.during(() => names());
    install('one');
    const action = () =>
      shared.during(() => {
        throw new Error('no system');
      });
    expect(action).toThrow('no system');
    expect(names()).toEqual(['one']);
  });
});

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { TypeRegistry } from '../../interfaces/index.js';
import {
  type BagReader,
  createBag,
  diffBags,
  filterBag,
  formatBagDiff,
  formatVerification,
  openBag,
  verifyBag,
} from '../index.js';
import { directory, makeBag, registry, START } from './small_bag.test_support.js';

let bag: BagReader;
beforeAll(async () => {
  bag = await makeBag('base');
});

describe('diff', () => {
  it('reports no difference between equal bags', async () => {
    const diff = diffBags(bag, await makeBag('same'));
    expect(diff).toMatchObject({ equal: true, exitStatus: 0 });
    expect(formatBagDiff(diff)).toContain('The bags are equal.');
  });

  it('names the field and how much it differs, and obeys tolerances', async () => {
    const other = await makeBag('moved', { at: 7, by: 0.25 });
    const diff = diffBags(bag, other);
    expect(diff.exitStatus).toBe(1);
    const pose = diff.topics.find(({ topic }) => topic === '/pose')!;
    expect(pose).toMatchObject({
      status: 'differs',
      differing: 1,
      fields: [{ field: 'x', count: 1, largest: 0.25 }],
    });
    expect(pose.differences).toEqual([
      { kind: 'field', index: 7, logTime: START + 700_000_000n, text: 'x: 7 and 7.25' },
    ]);
    expect(formatBagDiff(diff)).toContain('#7 at 1700000000.700000000 field: x: 7 and 7.25');
    expect(diffBags(bag, other, { absolute: 0.25 }).equal).toBe(true);
    expect(diffBags(bag, other, { relative: 0.04 }).equal).toBe(true);
    expect(diffBags(bag, other, { relative: 0.01 }).equal).toBe(false);
    expect(diffBags(bag, other, { exclude: ['/pose'] }).equal).toBe(true);
  });

  it('finds the one message that is missing', async () => {
    const other = await makeBag('lost', { without: 3 });
    const pose = diffBags(bag, other).topics.find(({ topic }) => topic === '/pose')!;
    expect(pose).toMatchObject({ countFirst: 21, countSecond: 20, differing: 1 });
    expect(pose.differences).toMatchObject([
      { kind: 'missing', index: 3, logTime: START + 300_000_000n },
    ]);
    const back = diffBags(other, bag).topics.find(({ topic }) => topic === '/pose')!;
    expect(back.differences).toMatchObject([{ kind: 'extra', index: 3 }]);
  });

  it('compares times within a tolerance', async () => {
    const other = await makeBag('late', { at: 5, late: 2000n });
    const pose = diffBags(bag, other).topics.find(({ topic }) => topic === '/pose')!;
    expect(pose).toMatchObject({ differing: 1, largestTimeDifference: 2000n });
    expect(diffBags(bag, other, { timeTolerance: 2000n }).equal).toBe(true);
    expect(diffBags(bag, other, { ignoreTime: true }).equal).toBe(true);
  });

  it('names topics that only one bag has', async () => {
    const part = join(directory, 'part.mcap');
    await filterBag(bag, part, { exclude: ['/text'] });
    const diff = diffBags(bag, await openBag(part));
    expect(diff.topics.map(({ topic, status }) => [topic, status])).toEqual([
      ['/pose', 'equal'],
      ['/text', 'only in first'],
      ['/tf_static', 'equal'],
    ]);
  });
});

describe('verify', () => {
  it('finds nothing in a good bag', async () => {
    const result = await verifyBag(bag.path);
    expect(result).toEqual({
      ok: true,
      exitStatus: 0,
      messageCount: 25,
      announced: 25,
      checksums: { parts: 1, checked: 1 },
      problems: [],
    });
    expect(formatVerification(result)).toContain('The bag is valid: 25 messages read.');
  });

  it('finds what is missing of a recording whose run counted more', async () => {
    const run = join(directory, 'full');
    mkdirSync(run);
    const recording = join(run, 'recording.mcap');
    copyFileSync(bag.path, recording);
    const verified = (text: string, path: string) => {
      writeFileSync(join(run, 'run.json'), text);
      return verifyBag(path);
    };
    for (const path of [run, recording]) {
      // A checkpoint of a run that was killed counts no more than was recorded.
      for (const text of [
        '{"counts":{"messages":25}}',
        '{"counts":{"messages":24}}',
        'null',
        '{',
      ]) {
        expect(await verified(text, path)).toMatchObject({ ok: true, exitStatus: 0, problems: [] });
      }
      const result = await verified('{"counts":{"messages":1215}}', path);
      expect(result).toMatchObject({ ok: false, exitStatus: 3, missing: 1190 });
      expect(formatVerification(result)).toBe(
        `warning ORR_BAG_INCOMPLETE: ${path}: the run counted 1,215 messages; 1,190 at its end are missing.\n` +
          'The bag is incomplete: 25 messages read, and nothing is damaged, but its run counted 1,215 messages.\n',
      );
    }
    const damaged = readFileSync(bag.path);
    damaged[100]! ^= 1;
    writeFileSync(recording, damaged);
    const result = await verified('{"counts":{"messages":1215}}', run);
    expect(result.exitStatus).toBe(1);
    expect(result.missing).toBeUndefined();
  });

  it('finds damage, a missing end, undecodable messages and unknown types', async () => {
    const bytes = readFileSync(bag.path);
    const path = join(directory, 'broken.mcap');
    writeFileSync(path, bytes.subarray(0, bytes.length - 100));
    expect(await verifyBag(path)).toMatchObject({ ok: false, exitStatus: 3, closed: false });
    bytes[100]! ^= 1;
    writeFileSync(path, bytes);
    expect((await verifyBag(path)).ok).toBe(false);
    writeFileSync(path, 'nonsense');
    expect((await verifyBag(path)).problems).toMatchObject([{ code: 'ORR_BAG_NOT_A_BAG' }]);

    const writer = await createBag(path, { overwrite: true });
    const good = writer.addTopic({ name: '/a', type: 'std_msgs/msg/String' });
    const unknown = writer.addTopic({ name: '/b', type: 'nobody_msgs/msg/Knows' });
    for (let index = 0; index < 3; index++) {
      writer.write(good, 1n, BigInt(3 - index), 0, Uint8Array.of(0, 1, 0, 0, 9, 0, 0, 0));
      writer.write(unknown, 1n, 1n, 0, Uint8Array.of(0, 1, 0, 0));
    }
    writer.close();
    const { problems } = await verifyBag(path, { registry });
    expect(problems.map(({ code, count }) => [code, count])).toEqual([
      ['ORR_CDR_TRUNCATED', 3],
      ['ORR_UNKNOWN_TYPE', 1],
      ['ORR_BAG_ORDER', 2],
    ]);
  });

  it('reports a definition that contains itself or makes no sense', async () => {
    const path = join(directory, 'cyclic.mcap');
    const writer = await createBag(path);
    const separator = '='.repeat(80);
    const schemas = [
      `B b\n${separator}\nMSG: evil_msgs/B\nA a\n${separator}\nMSG: evil_msgs/A\nB b\n`,
      '}{ ?',
    ];
    schemas.forEach((schema, index) => {
      const id = writer.addTopic({ name: `/t${index}`, type: `evil_msgs/msg/A`, schema });
      writer.write(id, 1n, 1n, 0, new Uint8Array(8));
    });
    writer.close();
    const { problems } = await verifyBag(path, {
      registry: new TypeRegistry({ amentPrefixPath: '' }),
    });
    expect(problems.map(({ code }) => code)).toEqual(['ORR_TYPE_CYCLE', 'ORR_DEFINITION_SYNTAX']);
  });
});

/** The conditions that must hold in every run of a search: conditions on topics, observing programs, judging functions. */
import { describe, expect, it } from 'vitest';
import { exploreSystem, orrerySim } from './explored.js';
import { program } from './orrery_command.js';

const file = (name: string) => program(`explore/checks/${name}`);
const options = { until: '150ms', runs: 8, first: true } as const;

/** What the search finds with this check: the failure, and its number of decisions. */
async function judge(check: string): Promise<{ text: string; decisions: number } | undefined> {
  const { shrunk } = await exploreSystem(['sums'], { ...options, checks: [check] });
  if (shrunk === undefined) return undefined;
  expect(shrunk.confirmed).toBe(true);
  return { text: shrunk.text, decisions: shrunk.decisions.length };
}

describe('a check', () => {
  it.each([
    ['topic:/out: data == 2', 'does not fulfil "/out: data == 2"', 1],
    ['leads-to:/a -> /out: data == 2 within 5ms', 'it does not follow within 5 ms', 1],
    ['progress:/out within 40ms', 'nothing follows within 40 ms of 0.000000000 s', 0],
    ['never:/out: data == 1', 'is answered by', 1],
    ['never:/a not followed by /out: data == 2 within 5ms', 'is answered by', 1],
    ['never:/b before /a at /sink', 'is answered: /sink handled /a at ', 1],
    [`program:${file('monitor_throws.cjs')}`, 'the sum 1 is odd', 1],
    [`program:${file('monitor_exits.cjs')}`, 'of virtual time with exit code 3.', 1],
    [`test:${file('waits.mjs')}`, 'a sum is odd', 1],
    [`test:${file('returns_false.mjs')}`, 'returned false', 0],
    [`test:${file('throws.mjs')}`, 'check(run) threw there are messages on /out', 0],
  ])('%s says what is wrong', async (check, text, decisions) => {
    const found = await judge(check);
    expect(found?.text).toContain(text);
    expect(found?.decisions).toBe(decisions);
  });

  it.each(['topic:/out: data < 3', 'never:/out: data > 3', `test:${file('holds.mjs')}`])(
    '%s lets it pass',
    async (check) => {
      expect(await judge(check)).toBeUndefined();
    },
  );

  it.each([
    ['topic:/out: data <', 'ORR_TOPIC_CONDITION', 'data <'],
    ['topic:/out: 3 > data', 'ORR_TOPIC_CONDITION', '3 > data'],
    ['topic:out: data < 3', 'ORR_TOPIC_CONDITION', 'absolute topic name'],
    ['topic:/out: data < three', 'ORR_TOPIC_CONDITION', '"three"'],
    ['topic:/aut: data < 3', 'ORR_EXPLORE_CHECK', '/aut'],
    ['test:/nowhere/check.mjs', 'ORR_EXPLORE_CHECK', '/nowhere/check.mjs cannot be loaded'],
    [`test:${file('no_check.mjs')}`, 'ORR_EXPLORE_CHECK', 'exports no function check(run)'],
    [`test:${file('broken.mjs')}`, 'ORR_EXPLORE_CHECK', 'not today'],
    ['program:/nowhere/monitor.js', 'ORR_EXPLORE_CHECK', '/nowhere/monitor.js'],
    ['order:/nobody', 'ORR_EXPLORE_CHECK', '/nobody sends nothing'],
    ['never:/a followed by', 'ORR_ASK_QUERY', 'is not a question'],
    ['never:/aut: data < 3', 'ORR_EXPLORE_CHECK', '/aut'],
    ['never:/a before /b at /nowhere', 'ORR_EXPLORE_CHECK', 'on a node that is not there'],
    ['never:/a before /aut at /sink', 'ORR_EXPLORE_CHECK', '/aut'],
    ['speed < 5', 'ORR_EXPLORE_CHECK', 'is not a check'],
  ])('%s is refused', async (check, code, text) => {
    const search = exploreSystem(['sums'], { ...options, checks: [check] });
    await expect(search).rejects.toMatchObject({ code });
    await expect(search).rejects.toThrow(text);
  });

  it('that saw no message proves nothing, and the result says so', async () => {
    const checks = [
      ...['topic:/out: data == 2', 'leads-to:/a -> /out within 1s', 'answered:1s'],
      ...['never:/a before /b at /sink', 'never:/a not followed by /b within 5ms'],
    ];
    const result = await exploreSystem(['sums'], { until: '50ms', runs: 4, checks });
    expect(result.failures).toEqual([]);
    expect(result.unevaluated).toEqual(checks);
  });

  it('that misses what never came fails, and was evaluated', async () => {
    const checks = ['eventually:/out: data == 2'];
    const result = await exploreSystem(['sums'], { until: '50ms', runs: 4, checks });
    expect(result.failures[0]?.first.text).toContain('it has not happened by the end');
    expect(result.unevaluated).toEqual([]);
  });

  it('can be constructed before the search', () => {
    expect(orrerySim.parseCheck('order:/sink').text).toBe('order:/sink');
  });
});

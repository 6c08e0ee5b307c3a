import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_QOS_PROFILE,
  formatQosProfiles,
  INFINITE_DURATION,
  parseQosProfiles,
  type RecordedQosProfile,
} from './index.js';

const duration = fc.oneof(fc.constant(INFINITE_DURATION), fc.bigInt(0n, INFINITE_DURATION));
const profile: fc.Arbitrary<RecordedQosProfile> = fc.record({
  history: fc.constantFrom('system_default', 'keep_last', 'keep_all', 'unknown'),
  depth: fc.nat(),
  reliability: fc.constantFrom('reliable', 'best_effort', 'best_available'),
  durability: fc.constantFrom('transient_local', 'volatile', 'unknown'),
  deadline: duration,
  lifespan: duration,
  liveliness: fc.constantFrom('automatic', 'manual_by_topic', 'system_default'),
  livelinessLeaseDuration: duration,
  avoidRosNamespaceConventions: fc.boolean(),
});

describe('offered_qos_profiles', () => {
  it('survives writing and reading', () => {
    fc.assert(
      fc.property(fc.array(profile, { maxLength: 4 }), (profiles) => {
        // 2147483647 s and more than 2147483646 ns is how some middlewares wrote infinity.
        expect(parseQosProfiles(formatQosProfiles(profiles))).toEqual(profiles);
      }),
    );
  });

  it('reads the integers of bags before Jazzy', () => {
    const text = `- history: 3
  depth: 0
  reliability: 2
  durability: 1
  deadline: {sec: 2147483647, nsec: 4294967295}
  lifespan: {sec: 1, nsec: 500}
  liveliness: 3
  liveliness_lease_duration: {sec: 9223372036, nsec: 854775807}
  avoid_ros_namespace_conventions: true`;
    expect(parseQosProfiles(text)).toEqual([
      {
        history: 'unknown',
        depth: 0,
        reliability: 'best_effort',
        durability: 'transient_local',
        deadline: INFINITE_DURATION,
        lifespan: 1_000_000_500n,
        liveliness: 'manual_by_topic',
        livelinessLeaseDuration: INFINITE_DURATION,
        avoidRosNamespaceConventions: true,
      },
    ]);
  });

  it('treats nothing as no profile and absent policies as the default', () => {
    for (const nothing of ['', '[]', null, undefined, []])
      expect(parseQosProfiles(nothing)).toEqual([]);
    expect(parseQosProfiles('- {}')).toEqual([DEFAULT_QOS_PROFILE]);
  });

  it.each([
    '- reliability: 9',
    '- reliability: sure',
    '- depth: -1',
    '- deadline: 3',
    '- 1',
    'a: b',
    '- [',
  ])('refuses %s', (text) => {
    expect(() => parseQosProfiles(text, 'metadata.yaml', '/t')).toThrow(
      expect.objectContaining({
        code: 'ORR_BAG_QOS',
        place: expect.objectContaining({ topic: '/t' }),
      }),
    );
  });
});

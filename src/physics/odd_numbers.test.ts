/** Robots by others: any number in their files may be odd. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OrreryError } from '../errors/index.js';
import { PhysicsScenario } from './physics_scenario.test_support.js';

const example = new URL('../../examples/turtlebot/models/rover/model.sdf', import.meta.url);

const wheel = (side: string, y: number) => `
  <link name="${side}"><inertial><mass value="0.3"/>
    <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.001"/></inertial>
    <collision><geometry><cylinder radius="0.05" length="0.02"/></geometry></collision></link>
  <joint name="${side}_joint" type="continuous"><origin xyz="0 ${y} 0.05" rpy="-1.5708 0 0"/>
    <parent link="base_link"/><child link="${side}"/><axis xyz="0 0 1"/></joint>`;
const URDF = `<robot name="bot"><link name="base_link">
  <inertial><origin xyz="0 0 0.05" rpy="0 0 0"/><mass value="5.0"/>
    <inertia ixx="0.05" ixy="0" ixz="0" iyy="0.05" iyz="0" izz="0.05"/></inertial>
  <collision><origin xyz="0 0 0.05"/><geometry><box size="0.3 0.2 0.05"/></geometry></collision></link>
  ${wheel('left', 0.12)} ${wheel('right', -0.12)}</robot>`;

const ROBOTS = {
  'robot.urdf': {
    text: URDF,
    more: 'drive: { differential: { left: [left_joint], right: [right_joint], separation: 0.24, diameter: 0.1 } }',
  },
  'model.sdf': { text: readFileSync(fileURLToPath(example), 'utf8'), more: '' },
};

const ODD = [
  'NaN',
  'inf',
  '-1',
  '0',
  '-0',
  '1e308',
  '1e-320',
  '1e-12',
  '1e400',
  '1e12',
  '',
  'a',
  '1,5',
  '1 2',
];

/** The file with one of its numbers replaced; versions are not numbers. */
function withOdd(text: string, at: number, odd: string): string {
  const numbers = [...text.matchAll(/(?<=[\s">])-?\d+(?:\.\d+)?(?:e-?\d+)?(?=[\s"<])/g)];
  const found = numbers[at % numbers.length]!;
  return text.slice(0, found.index) + odd + text.slice(found.index + found[0].length);
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

describe.each(Object.entries(ROBOTS))('an odd number in %s', (file, { text, more }) => {
  it('is refused with its place, or moves a robot whose state is finite', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.constantFrom(...ODD), async (at, odd) => {
        const changed = withOdd(text, at, odd);
        const robots = `  robots:\n    r: { file: ${file}${more === '' ? '' : `, ${more}`} }`;
        let scenario: PhysicsScenario;
        try {
          scenario = await PhysicsScenario.create(robots, { [file]: changed });
        } catch (error) {
          if (!(error instanceof OrreryError)) throw error;
          expect(error.code).toMatch(/^ORR_PHYSICS/);
          return;
        }
        const odometry = scenario.hear('/odom', 'nav_msgs/msg/Odometry');
        scenario.drive('/cmd_vel', 0.2);
        await scenario.until(0.1);
        expect(numbersIn(odometry).filter((value) => !Number.isFinite(value))).toEqual([]);
      }),
    );
  });
});

import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OrreryError } from '../../errors/index.js';
import { withFiles } from '../physics_scenario.test_support.js';
import { DescriptionFiles } from './description_files.js';
import { readPlugins } from './read_plugins.js';
import { readUrdf } from './read_urdf.js';
import { SdfReader } from './sdf_reader.js';

const sdf = (body: string, version = '1.9') => `<sdf version="${version}">${body}</sdf>`;

function world(text: string, others: Readonly<Record<string, string>> = {}, ignore: string[] = []) {
  return withFiles({ 'test.world': text, ...others }, (folder) =>
    new SdfReader(new DescriptionFiles({ paths: [folder], ignore })).world(
      join(folder, 'test.world'),
    ),
  );
}

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof OrreryError) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'none';
}

const near = (value: readonly number[]) => value.map((each) => Number(each.toFixed(9)) + 0);

describe('SdfReader', () => {
  it('resolves frames, joints and nested models', () => {
    const { models, gravity, step } = world(
      sdf(`<world name="w">
        <physics type="ode"><max_step_size>0.004</max_step_size></physics>
        <gravity>0 0 -1.62</gravity>
        <model name="arm">
          <pose>1 0 0 0 0 1.5707963267948966</pose>
          <frame name="mount"><pose>0 0 1 0 0 0</pose></frame>
          <link name="a"><pose relative_to="mount">0.5 0 0 0 0 0</pose></link>
          <link name="b"><pose relative_to="a">0 0.5 0 1.5707963267948966 0 0</pose></link>
          <joint name="j" type="revolute">
            <parent>a</parent><child>b</child>
            <axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1e16</upper></limit></axis>
          </joint>
          <model name="hand"><pose relative_to="b">0 0 1 0 0 0</pose><link name="palm"/></model>
        </model>
      </world>`),
    );
    const [arm] = models;
    expect([gravity, step]).toEqual([[0, 0, -1.62], 0.004]);
    expect(arm!.links.map(({ name }) => name)).toEqual(['a', 'b', 'hand::palm']);
    expect(near(arm!.links[1]!.pose.at)).toEqual([0.5, 0.5, 1]);
    // b's z axis points to −y of the model.
    expect(near(arm!.links[2]!.pose.at)).toEqual([0.5, -0.5, 1]);
    expect(near(arm!.joints[0]!.axis)).toEqual([0, -1, 0]);
    expect([arm!.joints[0]!.lower, arm!.joints[0]!.upper]).toEqual([-1, Number.POSITIVE_INFINITY]);
  });

  it('takes an axis in the frame of the model before SDF 1.5', () => {
    const text = (version: string) =>
      sdf(
        `<model name="m"><link name="a"/><link name="b"><pose>0 0 0 1.5707963267948966 0 0</pose></link>
        <joint name="j" type="revolute"><parent>a</parent><child>b</child>
        <axis><xyz>0 0 1</xyz></axis></joint></model>`,
        version,
      );
    expect(near(world(text('1.4')).models[0]!.joints[0]!.axis)).toEqual([0, 0, 1]);
    expect(near(world(text('1.5')).models[0]!.joints[0]!.axis)).toEqual([0, -1, 0]);
  });

  it('finds included models, and meshes beside them', () => {
    const stl = `solid s\nfacet\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet`;
    const { models } = world(
      sdf(`<world name="w"><include><uri>part.sdf</uri><name>one</name><pose>1 2 3 0 0 0</pose></include>
      </world>`),
      {
        'part.sdf': sdf(`<model name="part"><static>true</static><link name="l"><collision name="c">
        <geometry><mesh><uri>s.stl</uri><scale>2 2 2</scale></mesh></geometry></collision></link></model>`),
        's.stl': stl,
      },
    );
    expect([models[0]!.name, models[0]!.pose.at, models[0]!.isStatic]).toEqual([
      'one',
      [1, 2, 3],
      true,
    ]);
    const { shape } = models[0]!.links[0]!.collisions[0]!;
    expect(shape.kind === 'mesh' && [...shape.mesh.corners]).toEqual([0, 0, 0, 2, 0, 0, 0, 2, 0]);
  });

  it('refuses by name elements that would matter, unless they are to be ignored', () => {
    const actor = sdf('<world name="w"><actor name="a"/></world>');
    expect(codeOf(() => world(actor))).toMatch(/^ORR_PHYSICS_UNSUPPORTED <actor> in <world>/);
    expect(world(actor, {}, ['actor']).models).toEqual([]);
    const cases: readonly [string, RegExp][] = [
      ['<joint name="j" type="screw"><parent>a</parent><child>a</child></joint>', /type screw/],
      [
        '<link name="b"><collision name="c"><geometry><heightmap/></geometry></collision></link>',
        /heightmap/,
      ],
      [
        '<link name="b"><collision name="c"><geometry><mesh><uri>x.dae</uri></mesh></geometry></collision></link>',
        /x\.dae/,
      ],
    ];
    for (const [part, sentence] of cases) {
      const text = sdf(`<model name="m"><link name="a"/>${part}</model>`);
      expect(codeOf(() => world(text))).toMatch(sentence);
    }
  });

  it('says what is wrong, and where', () => {
    const cases: readonly [string, RegExp][] = [
      ['<world', /not valid XML/],
      [
        sdf('<model name="m"><link name="a"><pose>1 2</pose></link></model>'),
        /6 numbers, not "1 2"/,
      ],
      [
        sdf(
          '<model name="m"><frame name="f"><pose relative_to="g"/></frame><frame name="g"><pose relative_to="f"/></frame><link name="a"><pose relative_to="f"/></link></model>',
        ),
        /circle/,
      ],
      [
        sdf('<model name="m"><link name="a"><inertial><mass>-1</mass></inertial></link></model>'),
        /mass -1/,
      ],
      [sdf('<model name="m"/>'), /needs a <link>/],
      [sdf('<world name="w"><include><uri>model://nowhere</uri></include></world>'), /not found/],
      [sdf('<world name="w"><include><uri>test.world</uri></include></world>'), /has no <model>/],
      [`<sdf>${'<model name="m">'.repeat(100)}`, /nested more than 64/],
      ['<robot/>', /begins with <robot>/],
    ];
    for (const [text, sentence] of cases) {
      expect(codeOf(() => world(text))).toMatch(sentence);
      expect(codeOf(() => world(text))).toMatch(/^ORR_PHYSICS_/);
    }
  });

  it('survives any text', () => {
    const good =
      sdf(`<world name="w"><model name="m"><pose>1 2 3 0 0 0</pose><link name="a"><inertial>
      <mass>1</mass></inertial><collision name="c"><geometry><box><size>1 1 1</size></box></geometry>
      </collision></link><joint name="j" type="fixed"><parent>a</parent><child>a</child></joint>
      </model></world>`);
    fc.assert(
      fc.property(fc.nat(good.length), fc.nat(30), fc.string(), (from, count, piece) => {
        const text = good.slice(0, from) + piece + good.slice(from + count);
        expect(codeOf(() => world(text))).toMatch(/^(none|ORR_PHYSICS_)/);
      }),
      { numRuns: 60 },
    );
  });
});

describe('readUrdf', () => {
  const urdf = (text: string) =>
    withFiles({ 'r.urdf': text }, (folder) =>
      readUrdf(join(folder, 'r.urdf'), new DescriptionFiles({})),
    );

  it('places links by their joints, and takes what <gazebo> adds', () => {
    const robot = urdf(`<robot name="r"><link name="base"/>
      <link name="mast"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1"/></inertial>
        <collision><origin xyz="0 0 1"/><geometry><cylinder radius="0.1" length="2"/></geometry></collision>
      </link>
      <joint name="j" type="continuous"><parent link="base"/><child link="mast"/>
        <origin xyz="1 0 0" rpy="0 0 1.5707963267948966"/><axis xyz="1 0 0"/></joint>
      <gazebo reference="mast"><mu1>0.3</mu1><sensor name="s" type="imu"/></gazebo>
      <gazebo><plugin filename="libgazebo_ros_planar_move.so" name="p"/></gazebo></robot>`);
    expect(near(robot.joints[0]!.axis)).toEqual([0, 1, 0]);
    expect(robot.links[1]!.collisions[0]!.friction).toBe(0.3);
    expect(robot.links[1]!.pose.at).toEqual([1, 0, 0]);
    const specs = readPlugins(robot, 'r', 'w', new DescriptionFiles({}));
    expect(specs.map(({ kind }) => kind)).toEqual(['planar', 'imu']);
    expect(specs[1]).toMatchObject({ topic: '/world/w/model/r/link/mast/sensor/s/imu' });
  });

  it('says what is wrong', () => {
    const joint = (type: string) =>
      `<joint name="j" type="${type}"><parent link="a"/><child link="b"/></joint>`;
    const links = '<link name="a"/><link name="b"/>';
    const cases: readonly [string, RegExp][] = [
      [`<robot name="r">${links}</robot>`, /one root link, not 2/],
      [`<robot name="r">${links}${joint('floating')}</robot>`, /type floating/],
      [`<robot name="r">${links}${joint('fixed')}${joint('fixed')}</robot>`, /two parents/],
      [`<robot name="r"><link name="a"/>${joint('fixed')}</robot>`, /no link named b/],
      ['<robot name="r"><xacro:include/></robot>', /xacro/],
      [
        `<robot name="r">${links}<joint name="j" type="fixed"><parent link="b"/><child link="a"/></joint>${joint('fixed')}</robot>`,
        /own ancestor/,
      ],
    ];
    for (const [text, sentence] of cases) {
      expect(codeOf(() => urdf(text))).toMatch(sentence);
    }
  });
});

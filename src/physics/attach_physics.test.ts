import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PhysicsScenario } from './physics_scenario.test_support.js';

const example = fileURLToPath(new URL('../../examples/turtlebot/', import.meta.url));

interface Odometry {
  readonly pose: {
    readonly pose: {
      readonly position: { readonly x: number; readonly y: number };
      readonly orientation: { readonly w: number; readonly z: number };
    };
  };
  readonly twist: { readonly twist: { readonly linear: { readonly x: number } } };
}
interface Scan {
  readonly ranges: ArrayLike<number>;
  readonly angle_increment: number;
}
interface Imu {
  readonly linear_acceleration: Readonly<Record<'x' | 'y' | 'z', number>>;
  readonly angular_velocity: Readonly<Record<'x' | 'y' | 'z', number>>;
}

const ROVER = `
  robots:
    rover: { file: ${example}models/rover/model.sdf, link_frames: true }`;

describe('a robot of Gazebo Classic', () => {
  it('drives by /cmd_vel as far as its wheels turn, and reports so', async () => {
    const scenario = await PhysicsScenario.create(ROVER);
    const odometry = scenario.hear<Odometry>('/odom', 'nav_msgs/msg/Odometry');
    const joints = scenario.hear<{ name: string[]; position: ArrayLike<number> }>(
      '/joint_states',
      'sensor_msgs/msg/JointState',
    );
    const transforms = scenario.hear<{ transforms: { child_frame_id: string }[] }>(
      '/tf',
      'tf2_msgs/msg/TFMessage',
    );
    await scenario.until(0.5);
    scenario.drive('/cmd_vel', 0.2);
    await scenario.until(3.5);
    const { position } = odometry.at(-1)!.pose.pose;
    const turned = joints.at(-1)!.position[0]!;
    // At 1 m/s², it reaches its speed after 0.2 s.
    expect(position.x).toBeGreaterThan(0.55);
    expect(position.x).toBeLessThan(0.6);
    expect(position.x).toBeCloseTo(turned * 0.033, 2);
    expect(Math.abs(position.y)).toBeLessThan(0.01);
    expect(scenario.world.robot('rover')!.pose.at[0]).toBeCloseTo(position.x, 2);
    const frames = new Set(
      transforms.flatMap((each) => each.transforms.map((t) => t.child_frame_id)),
    );
    expect([...frames].sort()).toEqual([
      ...['base_footprint', 'caster_link', 'wheel_left_link', 'wheel_right_link'],
    ]);
  });

  it('feels its weight at rest, and the same bits every time', async () => {
    const run = async (seed: number) => {
      const scenario = await PhysicsScenario.create(ROVER, {}, seed);
      const felt = scenario.hear<Imu>('/imu', 'sensor_msgs/msg/Imu');
      await scenario.until(1.5);
      return { felt, snapshot: Buffer.from(scenario.world.snapshot()).toString('base64') };
    };
    const [one, two, other] = [await run(1), await run(1), await run(2)];
    expect(one).toEqual(two);
    expect(other.felt).not.toEqual(one.felt);
    const late = one.felt.slice(-50);
    const mean = (pick: (imu: Imu) => number) =>
      late.reduce((sum, each) => sum + pick(each), 0) / 50;
    expect(mean(({ linear_acceleration: { z } }) => z)).toBeCloseTo(9.81, 1);
    expect(mean(({ linear_acceleration: { x } }) => x)).toBeCloseTo(0, 0);
    expect(mean(({ angular_velocity: { z } }) => z)).toBeCloseTo(0, 2);
  });

  it('works as the TurtleBot3 is described: no inertia, frames by joints, defaults of SDF', async () => {
    // The usual layout of models: links without poses, and their parts shifted.
    const wheel = (name: string, y: number) => `<link name="${name}">
      <inertial><pose>0 ${y} 0.023 -1.57 0 0</pose><mass>0.03</mass><inertia><ixx>0.0018</ixx><iyy>0.0033</iyy>
      <izz>0.0018</izz></inertia></inertial><collision name="c"><pose>0 ${y} 0.023 -1.57 0 0</pose><geometry>
      <cylinder><radius>0.033</radius><length>0.018</length></cylinder></geometry><surface><friction><ode>
      <mu>100000</mu></ode></friction></surface></collision></link>
      <joint name="${name}_joint" type="revolute"><parent>base_link</parent><child>${name}</child>
      <pose>0 ${y} 0.023 -1.57 0 0</pose><axis><xyz>0 0 1</xyz></axis></joint>`;
    const text = `<sdf version="1.5"><model name="t"><link name="base_footprint"/><link name="base_link">
      <inertial><pose>-0.032 0 0.07 0 0 0</pose><mass>0.826</mass><inertia><ixx>0.724</ixx><iyy>0.724</iyy>
      <izz>0.653</izz></inertia></inertial><collision name="c"><pose>-0.032 0 0.07 0 0 0</pose><geometry><box>
      <size>0.14 0.14 0.14</size></box></geometry></collision></link>
      <joint name="base_joint" type="fixed"><parent>base_footprint</parent><child>base_link</child>
      <pose>0 0 0.01 0 0 0</pose></joint>
      <link name="caster"><pose>-0.081 0 -0.004 -1.57 0 0</pose><inertial><mass>0.005</mass><inertia>
      <ixx>0.001</ixx><iyy>0.001</iyy><izz>0.001</izz></inertia></inertial><collision name="c"><geometry><sphere>
      <radius>0.005</radius></sphere></geometry></collision></link>
      <joint name="caster_joint" type="ball"><parent>base_link</parent><child>caster</child></joint>
      ${wheel('left', 0.08)}${wheel('right', -0.08)}
      <plugin name="d" filename="libgazebo_ros_diff_drive.so"><ros><namespace>/tb1</namespace></ros>
      <update_rate>30</update_rate><left_joint>left_joint</left_joint><right_joint>right_joint</right_joint>
      <wheel_separation>0.16</wheel_separation><wheel_diameter>0.066</wheel_diameter>
      <max_wheel_torque>20</max_wheel_torque><max_wheel_acceleration>1</max_wheel_acceleration></plugin>
      </model></sdf>`;
    const robots = '\n  robots: { t: { file: t.sdf, at: [0, 0, 0.01] } }';
    const scenario = await PhysicsScenario.create(robots, { 't.sdf': text });
    const odometry = scenario.hear<Odometry>('/tb1/odom', 'nav_msgs/msg/Odometry');
    await scenario.until(0.5);
    scenario.drive('/tb1/cmd_vel', 0.1, 0.5);
    await scenario.until(4);
    const { position, orientation } = odometry.at(-1)!.pose.pose;
    // A circle of 0.2 m.
    const turned = 2 * Math.atan2(orientation.z, orientation.w);
    expect(turned).toBeGreaterThan(1.4);
    expect(position.x).toBeCloseTo(0.2 * Math.sin(turned), 1);
    expect(position.y).toBeCloseTo(0.2 * (1 - Math.cos(turned)), 1);
  });
});

describe('sensors', () => {
  const box = (
    name: string,
    at: string,
    size: string,
  ) => `<model name="${name}"><static>true</static>
    <pose>${at}</pose><link name="l"><collision name="c"><geometry><box><size>${size}</size></box></geometry>
    </collision></link></model>`;
  const room = `<sdf version="1.9"><world name="w"><spherical_coordinates><latitude_deg>48</latitude_deg>
    <longitude_deg>11</longitude_deg><elevation>500</elevation></spherical_coordinates>
    ${box('east', '3 0 0.5 0 0 0', '1 8 1')}${box('north', '0 2.5 0.5 0 0 0.5', '1 1 1')}</world></sdf>`;

  it('measure distances to 1e-6 m, without rigid bodies', async () => {
    const scenario = await PhysicsScenario.create(
      `
  world: room.sdf
  robots:
    r: { vehicle: { differential: {} }, at: [0.5, 0, 0.3], sensors: [{ lidar: { samples: 360, rate: 5 } }] }`,
      { 'room.sdf': room },
    );
    const scans = scenario.hear<Scan>('/scan', 'sensor_msgs/msg/LaserScan');
    await scenario.until(0.21);
    const [scan] = scans;
    expect(scan!.ranges.length).toBe(360);
    for (let i = 150; i <= 210; i++) {
      const angle = -Math.PI + i * scan!.angle_increment;
      // The range is a float32 on the wire.
      expect(scan!.ranges[i]!).toBeCloseTo(2 / Math.cos(angle), 6);
    }
    expect(scan!.ranges[0]).toBe(Number.POSITIVE_INFINITY);
  });

  it('know where on Earth they are', async () => {
    const scenario = await PhysicsScenario.create(
      `
  world: room.sdf
  robots: { r: { vehicle: { differential: {} }, at: [100, 200, 0], sensors: [{ navsat: {} }] } }`,
      { 'room.sdf': room },
    );
    const fixes = scenario.hear<{ latitude: number; longitude: number; altitude: number }>(
      '/fix',
      'sensor_msgs/msg/NavSatFix',
    );
    await scenario.until(0.2);
    // Radii of curvature at 48° and 500 m: 6,371,163 and 6,390,445 m (WGS 84).
    expect(fixes[0]!.latitude).toBeCloseTo(48 + (200 / 6_371_163) * (180 / Math.PI), 6);
    const parallel = 6_390_445 * Math.cos((48 * Math.PI) / 180);
    expect(fixes[0]!.longitude).toBeCloseTo(11 + (100 / parallel) * (180 / Math.PI), 6);
    expect(fixes[0]!.altitude).toBeCloseTo(500, 1);
  });
});

describe('vehicles in closed form', () => {
  it('obey commands, and publish where they are', async () => {
    const scenario = await PhysicsScenario.create(`
  robots:
    a: { vehicle: { differential: {} }, namespace: a, frame_prefix: a/ }
    c: { vehicle: { ackermann: {} }, namespace: c }
    q: { vehicle: { quadrotor: {} }, namespace: q, at: [0, 0, 5] }`);
    const told = ['a', 'c', 'q'].map((name) =>
      scenario.hear<Odometry>(`/${name}/odom`, 'nav_msgs/msg/Odometry'),
    );
    for (const name of ['a', 'c', 'q']) scenario.drive(`/${name}/cmd_vel`, 1, 0.1);
    await scenario.until(10);
    for (const heard of told) {
      const { position } = heard.at(-1)!.pose.pose;
      // An arc of 10 m radius.
      expect(position.x).toBeGreaterThan(7.5);
      expect(position.x).toBeLessThan(9);
      expect(position.y).toBeGreaterThan(3.5);
    }
  });
});

describe('attachPhysics', () => {
  it('refuses what does not fit', async () => {
    const fails = (physics: string) =>
      PhysicsScenario.create(physics).then(
        () => 'none',
        (error: Error) => error.message,
      );
    const file = `${example}models/rover/model.sdf`;
    expect(await fails(`  step: 1s\n${ROVER}`)).toMatch(/step of the physics is 1000 ms/);
    expect(await fails('  robots: { r: { } }')).toMatch(/either a file or a vehicle/);
    expect(
      await fails(`
  robots: { r: { file: ${file}, drive: { differential: { left: [x], right: [y], separation: 1, diameter: 1 } } } }`),
    ).toMatch(/no joint named "x"/);
  });
});

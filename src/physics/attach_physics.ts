import { OrreryError } from '../errors/index.js';
import { Timer } from '../graph/index.js';
import { Digest } from '../kernel/index.js';
import type { PhysicsModel, RobotModel, SystemModels } from '../models/index.js';
import { rapier } from '../packages/index.js';
import type { Simulation } from '../simulation/index.js';
import type { ModelDescription, WorldDescription } from './description/description.js';
import { DescriptionFiles } from './description/description_files.js';
import { readPlugins } from './description/read_plugins.js';
import { readUrdf } from './description/read_urdf.js';
import { SdfReader } from './description/sdf_reader.js';
import { installDevice } from './devices/install_device.js';
import { modelDevices } from './devices/model_devices.js';
import { Outlet } from './devices/outlet.js';
import { robotNames } from './devices/robot_names.js';
import { compose, type Pose, planarPose } from './geometry/pose.js';
import { ZERO } from './geometry/vector.js';
import { PhysicsWorld } from './physics_world.js';
import { makeVehicle } from './vehicles/make_vehicle.js';

const SECOND = 1_000_000_000;
const PROGRAM = 'physics';
/** ns: Gazebo's step. */
const STEP = 1_000_000;
/** A longer step is too coarse for bodies, and a shorter one takes for ever. */
const STEPS = [10_000, 100_000_000] as const;

/**
 * Puts the physical world of the models into a simulation: each robot is a node with its drives and
 * sensors. Call it once, before any node is made; without a section `physics` it does nothing.
 *
 * @returns the world; undefined: there is none
 * @throws OrreryError `ORR_PHYSICS`, `ORR_PHYSICS_FILE`, `ORR_PHYSICS_UNSUPPORTED`
 */
export async function attachPhysics(
  simulation: Simulation,
  { physics: model }: Pick<SystemModels, 'physics'>,
): Promise<PhysicsWorld | undefined> {
  if (model === undefined) return undefined;
  const files = new DescriptionFiles(model);
  const described = model.world === undefined ? plane() : new SdfReader(files).world(model.world);
  const world = new PhysicsWorld(described, stepOf(model, described));
  if (needsBodies(model, described)) await rapier().init();
  world.start();
  for (const each of described.models) {
    if (each.isStatic) continue;
    const devices = readPlugins(each, each.name, described.name, files);
    const outlet = outletOf(simulation, world, each.name, {});
    for (const device of devices) installDevice(device, outlet());
  }
  for (const [name, robot] of Object.entries(model.robots ?? {})) {
    if (world.robot(name) !== undefined) {
      throw new OrreryError(
        'ORR_PHYSICS',
        `The world already has a model named ${name}; give the robot another name.`,
      );
    }
    addRobot({ simulation, world, files, worldName: described.name }, name, robot);
  }
  digestWorld(simulation, world);
  return world;
}

interface Surroundings {
  readonly simulation: Simulation;
  readonly world: PhysicsWorld;
  readonly files: DescriptionFiles;
  readonly worldName: string;
}

function addRobot(around: Surroundings, name: string, robot: RobotModel): void {
  const { simulation, world, files, worldName } = around;
  const start: Pose = compose(
    { at: robot.at ?? ZERO, turned: [1, 0, 0, 0] },
    planarPose(0, 0, robot.yaw ?? 0),
  );
  const outlet = outletOf(simulation, world, name, robot);
  if (robot.file === undefined) {
    const { vehicle, connect } = makeVehicle(name, robot, start, world.gravity);
    world.addVehicle(vehicle);
    connect(outlet());
    const [base] = vehicle.description.links;
    for (const device of modelDevices(name, robot, base!.name)) installDevice(device, outlet());
    return;
  }
  const description = readRobot(robot.file, files);
  world.addRobot(name, description, compose(start, description.pose));
  const devices = [
    ...readPlugins(description, name, worldName, files),
    ...modelDevices(name, robot, description.links[0]!.name),
  ];
  for (const device of devices) installDevice(device, outlet());
}

function readRobot(file: string, files: DescriptionFiles): ModelDescription {
  return /\.(urdf|xml)$/i.test(file) ? readUrdf(file, files) : new SdfReader(files).model(file);
}

/** The node of a robot, made when it is first needed. */
function outletOf(
  simulation: Simulation,
  world: PhysicsWorld,
  name: string,
  robot: RobotModel,
): () => Outlet {
  let made: Outlet | undefined;
  return () => {
    if (made !== undefined) return made;
    const { graph, types } = simulation;
    const names = robotNames(robot);
    graph.enterProgram(PROGRAM);
    const node = graph.createNode({ name: nodeName(name), namespace: names.namespace });
    simulation.attach(node);
    made = new Outlet(node, types, { robot: world.robot(name)!, world, names });
    return made;
  };
}

/** The ROS name for an SDF name. */
function nodeName(name: string): string {
  const word = name.replace(/[^A-Za-z0-9_]/g, '_');
  return /^[A-Za-z_]/.test(word) ? word : `_${word}`;
}

function stepOf({ step }: PhysicsModel, described: WorldDescription): number {
  const chosen = step ?? (described.step === undefined ? STEP : Math.round(described.step * 1e9));
  if (chosen >= STEPS[0] && chosen <= STEPS[1]) return chosen;
  throw new OrreryError(
    'ORR_PHYSICS',
    `The step of the physics is ${chosen / 1e6} ms; it must be from 0.01 to 100 ms.`,
  );
}

function needsBodies({ robots = {} }: PhysicsModel, { models }: WorldDescription): boolean {
  const moving = models.some(({ isStatic }) => !isStatic);
  return moving || Object.values(robots).some(({ file }) => file !== undefined);
}

/** The world without a file: a floor. */
function plane(): WorldDescription {
  const pose: Pose = planarPose(0, 0, 0);
  const floor = {
    shape: { kind: 'plane', normal: [0, 0, 1] },
    pose,
    friction: 1,
    restitution: 0,
  } as const;
  const inertial = { mass: 1, pose, tensor: [1, 1, 1, 0, 0, 0] } as const;
  const link = { name: 'link', pose, inertial, collisions: [floor], sensors: [] };
  const ground = {
    name: 'ground_plane',
    isStatic: true,
    pose,
    links: [link],
    joints: [],
    plugins: [],
  };
  return {
    name: 'default',
    gravity: [0, 0, -9.81],
    step: undefined,
    origin: undefined,
    models: [ground],
  };
}

/** Once per virtual second, the whole state of the world enters the digest of the run. */
function digestWorld(simulation: Simulation, world: PhysicsWorld): void {
  const { graph } = simulation;
  graph.enterProgram(PROGRAM);
  const node = graph.createNode({ name: PROGRAM });
  simulation.attach(node);
  node.state = () => {
    const digest = new Digest();
    digest.bytes(world.snapshot());
    return digest.hex();
  };
  new Timer(node, SECOND, () => world.advanceTo(graph.kernel.now));
}

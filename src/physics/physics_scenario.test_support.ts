import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Publisher, Subscription } from '../graph/index.js';
import { type MessageObject, TypeRegistry } from '../interfaces/index.js';
import { parseSystemModels } from '../models/index.js';
import { Simulation } from '../simulation/index.js';
import { attachPhysics } from './attach_physics.js';
import type { PhysicsWorld } from './physics_world.js';

const types = new TypeRegistry({ amentPrefixPath: '' });

/** Writes files into a temporary folder, which is removed when the test is over. */
export function withFiles<T>(
  files: Readonly<Record<string, string>>,
  use: (folder: string) => T,
): T {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-physics-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const clean = () => rmSync(folder, { recursive: true, force: true });
  let result: T;
  try {
    result = use(folder);
  } catch (error) {
    clean();
    throw error;
  }
  if (result instanceof Promise) return result.finally(clean) as T;
  clean();
  return result;
}

/** A simulation with a physical world, and one node that sends commands and listens. */
export class PhysicsScenario {
  readonly simulation: Simulation;
  readonly world: PhysicsWorld;
  readonly #node;

  private constructor(simulation: Simulation, world: PhysicsWorld) {
    this.simulation = simulation;
    this.world = world;
    this.#node = simulation.graph.createNode({ name: 'test' });
    simulation.attach(this.#node);
  }

  /** @param physics - the section of the model file, indented by two */
  static async create(
    physics: string,
    files: Readonly<Record<string, string>> = {},
    seed = 0,
  ): Promise<PhysicsScenario> {
    const simulation = new Simulation({ types, seed });
    const world = await withFiles(files, (folder) =>
      attachPhysics(
        simulation,
        parseSystemModels(`physics:\n${physics}`, join(folder, 'models.yaml')),
      ),
    );
    return new PhysicsScenario(simulation, world!);
  }

  publish(topic: string, type: string, message: object): void {
    new Publisher(this.#node, topic, types.message(type)).publish(message);
  }

  drive(topic: string, x: number, turn = 0, y = 0, z = 0): void {
    const angular = { x: 0, y: 0, z: turn };
    this.publish(topic, 'geometry_msgs/msg/Twist', { linear: { x, y, z }, angular });
  }

  /** @returns messages as they arrive */
  hear<T extends object>(topic: string, type: string): T[] {
    const heard: T[] = [];
    const keep = (message: MessageObject) => void heard.push(message as T);
    new Subscription(this.#node, topic, types.message(type), (message) =>
      keep(message as MessageObject),
    );
    return heard;
  }

  /** @param seconds - of virtual time since the start */
  async until(seconds: number): Promise<void> {
    await this.simulation.runUntil(BigInt(Math.round(seconds * 1e9)));
    this.world.advanceTo(Math.round(seconds * 1e9));
  }
}

import type { NetworkModel } from '../../models/index.js';
import { Positions } from '../channel/positions.js';
import { positionsOf } from '../create_network_simulator.js';
import { compress } from '../protocol/frames.js';
import { CHANNEL_DATA, PHYSICS_UPDATE, type PhysicsUpdate } from '../protocol/messages.js';
import { channelDataOf } from './channel_data.js';

export interface PhysicsWindowsOptions {
  readonly model: NetworkModel;
  /** ns. */
  readonly window: number;
}

/** Orrery's physics simulator, advanced window by window: agents on their trajectories. */
export class PhysicsWindows {
  readonly #options: PhysicsWindowsOptions;
  readonly #positions: Positions;

  constructor(options: PhysicsWindowsOptions) {
    this.#options = options;
    this.#positions = new Positions(positionsOf(options.model));
  }

  run(begin: PhysicsUpdate): PhysicsUpdate {
    const { model, window } = this.#options;
    const time = (begin.time_val + 1) * window;
    const poses = Object.keys(model.agents).map((_, agent) => this.#positions.pose(agent, time));
    const data = channelDataOf(poses, model.channel?.obstacles ?? []);
    return { ...PHYSICS_UPDATE.empty(), channel_data: compress(CHANNEL_DATA.encode(data)) };
  }
}

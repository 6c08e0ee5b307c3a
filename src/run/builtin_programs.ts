import { rosArgumentsOf } from '../system/index.js';
import type { ProgramKind } from './program_kind.js';
import { monitorComponent, SimulationMonitor } from './simulation_monitor.js';
import { startLifecycleManager } from './start_lifecycle_manager.js';

/** The programs that Orrery runs in place of packages of ROS 2 or rslcpp. */
export const builtinPrograms: ProgramKind = {
  includes: ({ builtin }) => builtin !== undefined,
  async start(program, _name, args, { simulation, config, endings, bags, warn }) {
    if (await bags.start(program, args, simulation)) return;
    switch (program.builtin) {
      case 'lifecycle_manager':
        return startLifecycleManager(args, warn);
      case 'robot_state_publisher':
        return (await import('./start_robot_state_publisher.js')).startRobotStatePublisher(args);
      case 'static_transform_publisher':
        return (
          await import('./start_static_transform_publisher.js')
        ).startStaticTransformPublisher(args);
    }
    const monitor = monitorComponent(rosArgumentsOf(program, config));
    simulation.attach(new SimulationMonitor(simulation, monitor, endings).node);
  },
};

/** The services of ros2_def's own node, for changes of the configuration and for debugging. */
import { OrreryError } from '../errors/index.js';
import { Client, Service } from '../graph/index.js';
import type { Simulation } from '../simulation/index.js';
import type { NodeModel } from './actions/index.js';
import type { OrderGate } from './order_gate.js';

/**
 * Offers `/orchestrator/get_debug` and, if configurations may change, `/announce_reconfig`. When all callbacks are over, a node
 * that has announced another configuration is asked for it at `/request_reconfig`; inputs wait until it has answered.
 *
 * @param load - reads a configuration, by its file and package (empty: none); undefined if no callback may request one
 */
export function serveOrder(
  simulation: Simulation,
  gate: OrderGate,
  load: ((file: string, packageName: string) => readonly NodeModel[]) | undefined,
): void {
  const { graph, types } = simulation;
  const node = graph.createNode({ name: 'orchestrator' });
  simulation.attach(node);
  const trigger = types.service('std_srvs/srv/Trigger');
  new Service(node, '/orchestrator/get_debug', trigger, (_request, respond) => {
    respond(trigger.response.normalize({ success: true, message: gate.describe() }));
  });
  if (load === undefined) return;
  const request = types.service('orchestrator_interfaces/srv/ReconfigurationRequest');
  const client = new Client(node, '/request_reconfig', request);
  const change = () => {
    if (!client.available) {
      const sentence =
        'A node has announced another configuration, but no node offers the service /request_reconfig, which returns its name; offer it where the announcement comes from.';
      simulation.fail(new OrreryError('ORR_ORCHESTRATOR_ORDER', sentence));
      return;
    }
    client.send(request.request.normalize({}), (response) => {
      const { new_launch_config_filename: file, new_launch_config_package: packageName } = response;
      try {
        gate.configure(load(String(file), String(packageName)));
      } catch (error) {
        simulation.fail(error);
      }
    });
  };
  const announcement = types.service('orchestrator_interfaces/srv/ReconfigurationAnnouncement');
  new Service(node, '/announce_reconfig', announcement, (_request, respond) => {
    gate.hold(change);
    respond(announcement.response.normalize({}));
  });
}

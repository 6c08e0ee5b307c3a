import { clientModules } from '../client/index.js';
import { OrreryError } from '../errors/index.js';
import type { Program } from '../system/index.js';

/**
 * The error for a file that was run as a script and created no node but exports a class of nodes, most likely meant
 * as a component.
 */
export function uncalledExport(exported: unknown, { file }: Program): OrreryError[] {
  const { Node } = clientModules().rclnodejs as { readonly Node: { readonly prototype: object } };
  const isNodeClass = (value: unknown): value is { readonly name: string } =>
    typeof value === 'function' && Object(value.prototype) instanceof (Node as never);
  const module = typeof exported === 'object' && exported !== null ? exported : {};
  const found = [exported, ...Object.values(module)].find(isNodeClass);
  if (found === undefined) return [];
  const name = found.name || 'Node';
  return [
    new OrreryError(
      'ORR_COMPONENT_UNCALLED',
      `${file} exports the node class ${name}, but nothing has made a node of it; run it as a component (--component ${file} ${name}), or make the node in the file.`,
      { place: { file } },
    ),
  ];
}

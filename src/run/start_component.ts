import { Context, clientModules, init } from '../client/index.js';
import { OrreryError } from '../errors/index.js';
import type { Program } from '../system/index.js';

/** A class or factory of nodes, called with the options of a component. */
type ComponentFactory = (new (options: object) => unknown) & ((options: object) => unknown);

/**
 * Creates the nodes of a component and spins them. As in a component container, the context is already initialised
 * with the component's arguments: whatever name the code gives a node, the node gets the name, namespace, remappings
 * and parameters that the component was started with.
 *
 * The class or function is called with a `NodeOptions` of the client library.
 *
 * @param exported - the module, or the class or function itself
 * @throws OrreryError `ORR_COMPONENT_EXPORT`, `ORR_COMPONENT_NODE`, `ORR_COMPONENT_THREW`
 */
export async function startComponent(
  exported: unknown,
  program: Program,
  args: readonly string[],
): Promise<void> {
  const factory = typeof exported === 'function' ? exported : exportedAs(exported, program);
  const context = Context.defaultContext();
  if (context.isUninitialized()) await init(context, [...args]);
  const made: unknown = await construct(factory as ComponentFactory, program);
  for (const node of Array.isArray(made) ? made : [made]) {
    if (typeof node?.spin !== 'function') {
      throw new OrreryError(
        'ORR_COMPONENT_NODE',
        `The component in ${program.file} did not make a node; its class or function must return an object with spin().`,
        { place: { file: program.file } },
      );
    }
    if (!node.spinning) node.spin();
  }
}

/** `my_pkg::Talker` means the export `Talker`, or else the default export. */
function exportedAs(exported: unknown, { component = '', file }: Program): unknown {
  const name = component.split('::').at(-1)!;
  const module = exported as Record<string, unknown>;
  const inner = module.default as Record<string, unknown> | undefined;
  for (const found of [module[name], inner?.[name], module.default]) {
    if (typeof found === 'function') return found;
  }
  throw new OrreryError(
    'ORR_COMPONENT_EXPORT',
    `${file} exports neither "${name}" nor a default class or function, so the component "${component}" cannot be made.`,
    { place: { file } },
  );
}

async function construct(factory: ComponentFactory, program: Program): Promise<unknown> {
  const { NodeOptions } = clientModules().rclnodejs as { NodeOptions: new () => object };
  const isClass = /^class\b/.test(Function.prototype.toString.call(factory));
  try {
    return isClass ? new factory(new NodeOptions()) : await factory(new NodeOptions());
  } catch (cause) {
    if (cause instanceof OrreryError) throw cause;
    const what = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    throw new OrreryError(
      'ORR_COMPONENT_THREW',
      `The component ${program.component ?? 'in'} ${program.file} threw while it was made: ${what}`,
      { place: { file: program.file }, cause },
    );
  }
}

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { OrreryError, Problems } from '../errors/index.js';
import type { ProcessExecutor } from '../simulation/index.js';
import type { LaunchStep, Program, StartStep } from '../system/index.js';
import {
  isMachineCode,
  ProgramNames,
  processNames,
  rosWords,
  unknownProcess,
} from '../system/index.js';
import { commandProgram } from './command_program.js';
import { builtinExecutable, componentSource, type PackageIndex } from './components/index.js';
import {
  type ComponentDescription,
  type ContainerAction,
  componentParameters,
  type ExecutableAction,
  fullyQualifiedName,
  type LaunchAction,
  type NodeAction,
  nodeSetup,
  type RunningLaunchAction,
  remapRules,
} from './file/index.js';
import { holdsActions, programWords, type StartAction, wantedName } from './file/wanted_name.js';
import { entryPointVariables } from './find_in_package.js';
import { subjectOf } from './leave_out.js';
import { type ProgramEnvironment, programEnvironment } from './program_environment.js';
import { componentExecutor, containerExecutor, nodeExecutor } from './program_executor.js';
import { RUNNING_LAUNCH } from './python_packages.js';
import { startStep } from './start_step.js';
import { withWayOut } from './with_way_out.js';

/** Turns the actions of a launch file into steps: finds files, gives every process its name. */
class Planner {
  readonly #packages: PackageIndex;
  readonly #problems = new Problems();
  readonly #names = new ProgramNames();
  /** Programs of components that are loaded into a container, by its full name. */
  readonly #containers = new Map<string, string>();
  /** Names of processes, by the ids of their actions. */
  readonly #ids = new Map<string, string>();
  /** The environment of the components of each container, by its full name. */
  readonly #environments = new Map<string, ProgramEnvironment>();
  /** How each container runs its components, by its full name. */
  readonly #executors = new Map<string, ProcessExecutor | undefined>();
  /** Whether one action is the whole system, which ends with it. */
  #isSingle = false;

  constructor(packages: PackageIndex) {
    this.#packages = packages;
  }

  plan(actions: readonly LaunchAction[]): LaunchStep[] {
    this.#isSingle = actions.length === 1;
    this.#nameContainers(actions);
    const steps = this.#steps(actions);
    this.#checkTargets(actions, processNames({ programs: [], launch: steps }));
    this.#problems.throwIfAny('ORR_LAUNCH_INVALID', 'The system');
    return steps;
  }

  /** A component may be loaded into a container that the file defines later. */
  #nameContainers(actions: readonly LaunchAction[]): void {
    for (const action of actions) {
      if (action.kind === 'container') {
        const name = fullyQualifiedName(action.namespace, action.name ?? action.executable);
        if (this.#containers.has(name)) continue;
        this.#containers.set(name, this.#nameOf(action));
        this.#environments.set(name, programEnvironment(action));
        this.#executors.set(name, containerExecutor(action));
      } else if (holdsActions(action)) {
        this.#nameContainers(action.actions);
      }
    }
  }

  /** An action that waits for the end of a process must name one that this launch starts, now or later. */
  #checkTargets(actions: readonly LaunchAction[], known: ReadonlySet<string>): void {
    for (const action of actions) {
      if (!holdsActions(action)) continue;
      this.#checkTargets(action.actions, known);
      if (action.kind !== 'event_handler' || action.event !== 'process_exit') continue;
      if (this.#ids.has(action.targetId ?? '')) continue;
      const error = unknownProcess(action.target.replace(/^\//, ''), known, 'on_process_exit');
      if (error !== undefined) this.#absorb(error, action.place);
    }
  }

  #steps(actions: readonly LaunchAction[]): LaunchStep[] {
    return actions.flatMap((action) => {
      try {
        return this.#step(action);
      } catch (error) {
        this.#absorb(withWayOut(error, subjectOf(action)), action.place);
        return [];
      }
    });
  }

  /** A mistake without its own place is shown at the place of its action. */
  #absorb(error: unknown, place: LaunchAction['place']): void {
    if (error instanceof OrreryError && error.place.line === undefined) {
      const { code, message, wayOut } = error;
      this.#problems.addError(new OrreryError(code, message, { place, wayOut }));
    } else {
      this.#problems.absorb(error);
    }
  }

  #nameOf(action: StartAction): string {
    const name = this.#names.take(wantedName(action));
    if (action.id !== undefined) this.#ids.set(action.id, name);
    return name;
  }

  #step(action: LaunchAction): LaunchStep[] {
    switch (action.kind) {
      case 'node':
        return [this.#node(action)];
      case 'container':
        return [this.#container(action)];
      case 'load_components':
        return [this.#components(action.target, action.components, action.place)];
      case 'executable':
        return [this.#executable(action)];
      case 'running_launch':
        return [this.#runningLaunch(action)];
      case 'timer': {
        const { delayNs } = action;
        return [{ kind: 'timer', delayNs, steps: this.#steps(action.actions) }];
      }
      case 'event_handler': {
        const { event, startState, goalState, once = false } = action;
        const target = this.#ids.get(action.targetId ?? '') ?? action.target;
        const steps = this.#steps(action.actions);
        return [{ kind: 'event', event, target, startState, goalState, once, steps }];
      }
      case 'lifecycle_transition': {
        const { target, transition } = action;
        return [{ kind: 'transition', target, transition }];
      }
      case 'log':
        return [{ kind: 'log', level: action.level, message: action.message }];
      case 'shutdown':
        return [{ kind: 'shutdown', reason: action.reason }];
    }
  }

  #node(action: NodeAction): StartStep {
    const setup = nodeSetup(action);
    const name = this.#nameOf(action);
    const { package: owner, executable } = action;
    const entryPoint = owner === null ? {} : entryPointVariables(this.#packages, owner, executable);
    const program: Program = {
      ...this.#sourceOf(action),
      args: setup.arguments,
      name,
      rosArgs: rosWords(setup),
      ...programEnvironment(action, entryPoint),
      ...withExecutor(nodeExecutor(action)),
    };
    const full = setup.name === null ? null : fullyQualifiedName(setup.namespace, setup.name);
    return startStep(name, [program], action, action.autostart ? full : null);
  }

  #sourceOf({
    package: packageName,
    executable,
  }: NodeAction): Pick<Program, 'file' | 'builtin' | 'component'> {
    if (packageName === null) return { file: existing(executable) };
    return (
      builtinExecutable(this.#packages, packageName, executable) ?? {
        file: this.#packages.findExecutable(packageName, executable),
      }
    );
  }

  #container(action: ContainerAction): StartStep {
    const full = fullyQualifiedName(action.namespace, action.name ?? action.executable);
    const step = this.#components(full, action.components, action.place);
    return { ...startStep(step.process, step.programs, action, null) };
  }

  #components(
    target: string,
    components: readonly ComponentDescription[],
    place: LaunchAction['place'],
  ): StartStep {
    const full = target.startsWith('/') ? target : `/${target}`;
    const container = this.#containers.get(full);
    if (container === undefined) {
      throw new OrreryError(
        'ORR_LAUNCH_CONTAINER',
        `There is no container "${target}" to load components into; this launch file starts ${[...this.#containers.keys()].join(', ') || 'none'}.`,
        { place },
      );
    }
    const programs = components.flatMap((component) => {
      try {
        return this.#component(component, container, full);
      } catch (error) {
        const subject = `${component.package}/${component.plugin}`;
        this.#absorb(withWayOut(error, subject), component.place);
        return [];
      }
    });
    return startStep(container, programs, undefined, null);
  }

  #component(component: ComponentDescription, container: string, containerName: string): Program {
    const { name, namespace, plugin } = component;
    const own = name ?? plugin.split('::').at(-1)!;
    return {
      ...componentSource(this.#packages, component.package, plugin),
      component: plugin,
      args: [],
      name: this.#names.take(`${container}/${own}`),
      process: container,
      ...this.#environments.get(containerName),
      ...withExecutor(componentExecutor(component, this.#executors.get(containerName))),
      rosArgs: rosWords({
        name,
        namespace,
        remaps: remapRules(component.remappings),
        parameters: componentParameters(component, fullyQualifiedName(namespace, own)),
      }),
    };
  }

  /** A launch file that starts its processes itself. That they can start is checked here, with all other mistakes. */
  #runningLaunch(action: RunningLaunchAction): StartStep {
    const starts = this.#steps(action.actions);
    const name = this.#names.take('launch');
    const { request, leftOut } = action;
    const args = [request, JSON.stringify(leftOut)];
    const program = { file: RUNNING_LAUNCH, args, name, ...programEnvironment(action) };
    const names = [...processNames({ programs: [], launch: starts })];
    const step = startStep(name, [program], action, null);
    return { ...step, endsSystem: this.#isSingle, starts: names };
  }

  /** `executable` runs a command that is known, a file itself, or a file after the interpreter's name. */
  #executable(action: ExecutableAction): StartStep {
    const known = commandProgram(action.command, this.#packages);
    if (known !== undefined) {
      const called = this.#nameOf(action);
      const program = { ...known, name: called, ...programEnvironment(action, known.env) };
      return startStep(called, [program], action, null);
    }
    const [file = '', ...args] = programWords(action.command);
    const at = action.cwd === null ? file : resolve(action.cwd, file);
    if (!/\.([cm]?[jt]s|py)$/.test(file) && !isMachineCode(resolve(at))) {
      throw new OrreryError(
        'ORR_LAUNCH_EXECUTABLE',
        `"${action.command.join(' ')}" is not a file of JavaScript, TypeScript or Python, nor a program of ROS 2 in machine code; a simulation runs nothing else.`,
      );
    }
    const name = this.#nameOf(action);
    const path = existing(at);
    return startStep(
      name,
      [{ file: path, args, name, ...programEnvironment(action) }],
      action,
      null,
    );
  }
}

function withExecutor(executor: ProcessExecutor | undefined): Pick<Program, 'executor'> {
  return executor === undefined ? {} : { executor };
}

function existing(file: string): string {
  const path = resolve(file);
  if (existsSync(path)) return path;
  throw new OrreryError(
    'ORR_LAUNCH_EXECUTABLE',
    `The file "${file}" does not exist; give the path of a program, or its package with pkg.`,
  );
}

/**
 * Makes the actions of an expanded launch file ready to run: every executable and component is
 * found, every process gets its name and arguments.
 *
 * @throws DescriptionError `ORR_LAUNCH_INVALID` with every package, executable, component and file
 * that is missing, at the place that names it
 */
export function planLaunch(
  actions: readonly LaunchAction[],
  packages: PackageIndex,
): readonly LaunchStep[] {
  return new Planner(packages).plan(actions);
}

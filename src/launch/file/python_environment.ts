import { delimiter } from 'node:path';
import { PYTHON_PACKAGES } from '../python_packages.js';
import type { LaunchContext } from './launch_context.js';

/** The interpreter that evaluates launch files in Python. */
export function pythonProgram(): string {
  return process.env.ORRERY_PYTHON ?? 'python3';
}

/** The variables of the machine's environment that Python receives for launch files. */
const PASSED = ['PATH', 'HOME', 'AMENT_PREFIX_PATH', 'VIRTUAL_ENV', 'ROS_DISTRO'];

/** The environment in which Python evaluates launch files. */
export function pythonEnvironment(context: LaunchContext): Record<string, string> {
  const passed = PASSED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const folders = context.options.packages?.pythonFolders?.() ?? [];
  return {
    ...Object.fromEntries(passed),
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
    PYTHONPATH: [PYTHON_PACKAGES, process.env.PYTHONPATH, ...folders]
      .filter(Boolean)
      .join(delimiter),
    ...Object.fromEntries([...context.initialEnv].filter(([name]) => !name.startsWith('PYTHON'))),
    PYTHONHASHSEED: '0',
    PYTHONUTF8: '1',
    PYTHONDONTWRITEBYTECODE: '1',
    ORRERY_PACKAGES: (context.options.packages?.sourceTrees?.() ?? []).join(delimiter),
  };
}

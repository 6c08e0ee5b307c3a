import { basename } from 'node:path';

/** Whether a file is a launch file by its name: YAML, XML or, as for `ros2 launch`, Python. */
export function isLaunchFile(file: string): boolean {
  return /\.(ya?ml|xml)$|(^|[/\\._-])launch\.py$/.test(file);
}

/** `/x/robot.launch.yaml` → `robot`: the name of a run of a launch file. */
export function launchNameOf(file: string): string {
  return basename(file).replace(/(\.launch)?\.\w+$/, '');
}

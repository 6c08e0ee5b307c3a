/** Programs that Python programs start: each is a program of its own, with names, nodes and an end of its own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { temporaryDirectory } from './orrery_command.js';
import { PYTHON } from './python.js';

/** Starts a program that prints the word; both of two such programs call theirs the same. */
const PRINTS = (word: string) => `import subprocess, sys
print('${word}', subprocess.check_output([sys.executable, '-c', 'import time; time.sleep(1); print("${word}")']))
`;

const NODE_AFTER_A_WAIT = `import subprocess, sys, time
import rclpy
child = 'import time, rclpy; rclpy.init(); node = rclpy.create_node("child"); time.sleep(3)'
process = subprocess.Popen([sys.executable, '-c', child])
time.sleep(1)
rclpy.init()
node = rclpy.create_node('parent')
print(node.get_node_names())
process.wait()
print(node.get_node_names())
`;

function run(programs: Readonly<Record<string, string>>, ...words: readonly string[]) {
  const folder = temporaryDirectory();
  const files = Object.entries(programs).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return name;
  });
  return orrery(['run', ...files, '--no-record', ...words], { cwd: folder });
}

describe.skipIf(PYTHON === undefined)('programs that Python programs start', () => {
  it('belong to the one that started them, whatever they are called', () => {
    const { stdout, stderr } = run({ 'a.py': PRINTS('one'), 'b.py': PRINTS('two') });
    expect(stdout, stderr).toMatch(/^one b'one\\n'\ntwo b'two\\n'\n/);
  });

  it('do not take nodes with them that their parent has made since', () => {
    const { stdout } = run({ 'a.py': NODE_AFTER_A_WAIT });
    expect(stdout).toMatch(/^\['child', 'parent'\]\n\['parent'\]\n/);
  });
});

#!/usr/bin/env node
/**
 * Room `cli`: the command `orrery`. One file per command, thin: options in, text out.
 *
 * May import every room's door.
 */
try {
  const { runCommandLine } = await import('./run_command_line.js');
  await runCommandLine(process.argv);
} catch (error) {
  // Where hardly any file may be opened, not even the code that prints errors can be read.
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== 'EMFILE' && code !== 'ENFILE') throw error;
  process.stderr.write(
    `error ORR_SYSTEM_REFUSED: Orrery cannot be read: ${message}; allow more open files (ulimit -n).\n`,
  );
  process.exitCode = 1;
}

import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';

/** The first bytes of every executable file of Linux. */
const ELF = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);

/** Most programs have names like these; their files are not read. */
const SCRIPT = /\.(?:[cm]?[jt]s|tsx|py)$/;

/** Whether a file is a program in machine code, compiled from C++, C, Rust, … */
export function isMachineCode(file: string): boolean {
  if (SCRIPT.test(file)) return false;
  if (!existsSync(file) || !statSync(file).isFile()) return false;
  const start = Buffer.alloc(ELF.length);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, start, 0, ELF.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return start.equals(ELF);
}

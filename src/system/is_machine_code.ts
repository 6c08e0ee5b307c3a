import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';

/** With which every executable file of Linux begins. */
const ELF = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);

/** Programs with these names are asked about most, once per process, and are not read for it. */
const SCRIPT = /\.(?:[cm]?[jt]s|tsx|py)$/;

/** Whether a file is a program in machine code: of C++, C, Rust, … */
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

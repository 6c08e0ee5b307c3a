import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Recordings and reference results live beside the repository; ORRERY_SHARED says where else. */
export const SHARED = process.env.ORRERY_SHARED ?? join(import.meta.dirname, '../../../shared');

/** The path of a shared file, and whether it is here. Tests that need it skip visibly otherwise. */
export function shared(...path: string[]): { readonly path: string; readonly missing: boolean } {
  const file = join(SHARED, ...path);
  return { path: file, missing: !existsSync(file) };
}

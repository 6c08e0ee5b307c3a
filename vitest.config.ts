import { defineConfig } from 'vitest/config';

// Whole-program tests spawn the built command; the slow ones say so in their own timeout.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 30_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});

import { defineConfig } from 'vitest/config';

// Whole-program tests spawn the built command; the slow ones say so in their own timeout.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts'],
    setupFiles: ['test/property_seed.ts'],
    // Long, because no test may depend on how busy the machine is.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    maxWorkers: 2,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/**/*.{test,test_support}.ts'],
      reporter: ['text-summary', 'html'],
    },
  },
});

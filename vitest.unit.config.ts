import { defineConfig } from 'vitest/config';
import { COVERAGE_FLOORS, WHOLE_PROGRAM_ROOMS } from './test/coverage_floors.js';
import { ALONE, GLOBAL_SETUP, SETTINGS } from './vitest.config.js';

// The fast loop: what is tested inside one process. Left out are the tests of whole programs, those
// that run the compiler, and those that try damaged or random input at length.
const LEFT_OUT = [
  'node_modules/**',
  'src/cli/**',
  'src/bag/{compressed_file_source,fuzz,lz4,mcap,mcap_salvage,sqlite}.test.ts',
  'src/client/declarations/**',
  'src/executors/policies.test.ts',
  'src/explore/proportion_interval.test.ts',
  'src/guard/{guarded_worker,nondeterminism}.test.ts',
  'src/guard/loader/user_loader.test.ts',
  'src/interfaces/definition_limits.test.ts',
  'src/launch/file/expand_python.test.ts',
  'src/netsim/wifi/saturation.test.ts',
  'src/parameters/large_files.test.ts',
  'src/simulation/link_models.test.ts',
];

// They take long, because they start processes or try a million datagrams; the gate of coverage counts what they run here.
const ONLY_FOR_COVERAGE = [
  'src/dds/fuzz.test.ts',
  'src/guard/loader/{dynamic_imports,project_settings}.test.ts',
  'src/netsim/windows/ns3.test.ts',
];

// The gate of coverage needs all cases of properties, and counts less where files share a process.
const measuresCoverage = process.argv.includes('--coverage');
const PROPERTY_RUNS = process.env.PROPERTY_RUNS ?? (measuresCoverage ? '100' : '30');
const leftOut = measuresCoverage ? LEFT_OUT : [...LEFT_OUT, ...ONLY_FOR_COVERAGE];

const settings = { ...SETTINGS, env: { ...SETTINGS.env, PROPERTY_RUNS } };

export default defineConfig({
  test: {
    maxWorkers: 2,
    globalSetup: GLOBAL_SETUP,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      reporter: ['text-summary', 'html'],
      exclude: [
        ...['test', 'test_support'].map((kind) => `src/**/*.${kind}.ts`),
        ...WHOLE_PROGRAM_ROOMS.map((room) => `src/${room}/**`),
      ],
      thresholds: Object.fromEntries(
        Object.entries(COVERAGE_FLOORS).map(([room, floors]) => [`src/${room}/**`, floors]),
      ),
    },
    projects: [
      {
        test: {
          ...settings,
          name: 'together',
          include: ['src/**/*.test.ts'],
          exclude: [...leftOut, ...ALONE],
          isolate: measuresCoverage,
        },
      },
      { test: { ...settings, name: 'alone', include: ALONE, exclude: leftOut } },
    ],
  },
});

import { configDefaults, defineConfig } from 'vitest/config';
import { PROCESSES } from './test/dds_domains.js';

/** What holds for every test. */
export const SETTINGS = {
  setupFiles: ['test/property_seed.ts'],
  // Long, because no test may depend on how busy the machine is.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  pool: 'forks' as const,
  env: { ORRERY_DOMAINS: PROCESSES },
};

/** What is done once, before all tests. */
export const GLOBAL_SETUP = [
  'test/temporary_folder.ts',
  'test/python_in_path.ts',
  'test/no_extra_certificates.ts',
];

/**
 * Tests of what replaces globals or modules, or needs those of Node.js: each file gets a process of its own. Other
 * files share processes, because much of their time would be spent loading the same modules again.
 */
export const ALONE = ['src/guard/**/*.test.ts', 'src/client/world/real_time_world.test.ts'];

// Likewise, but not tests of single rooms, which the fast loop runs.
const ALSO_ALONE = ['test/{live_commands,live_refused,node_surface,unsigned_chars}.test.ts'];

// These feed damaged input to WebAssembly, which keeps its memory from file to file.
const DAMAGING = ['src/bag/{compressed_file_source,fuzz,lz4,mcap,mcap_salvage,sqlite}.test.ts'];

// A third worker for two processors: tests of whole programs, which spawn the built command, often wait, for processes
// or for time.
const alone = [...ALONE, ...ALSO_ALONE, ...DAMAGING];
export default defineConfig({
  test: {
    maxWorkers: 3,
    globalSetup: GLOBAL_SETUP,
    projects: [
      { test: { ...SETTINGS, name: 'alone', include: alone } },
      {
        test: {
          ...SETTINGS,
          name: 'together',
          include: ['{src,test,examples}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...alone],
          isolate: false,
        },
      },
    ],
  },
});

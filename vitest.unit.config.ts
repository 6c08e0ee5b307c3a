import { defineConfig, mergeConfig } from 'vitest/config';
import { COVERAGE_FLOORS, WHOLE_PROGRAM_ROOMS } from './test/coverage_floors.js';
import all from './vitest.config.js';

// The fast loop: what is tested inside one process. Left out are the tests of whole programs, those
// that run the compiler, and those that try damaged or random input at length.
export default mergeConfig(
  all,
  defineConfig({
    test: {
      exclude: [
        'node_modules/**',
        'test/**',
        'examples/**',
        'src/cli/**',
        'src/bag/{compressed_file_source,fuzz,lz4,mcap,mcap_salvage,sqlite}.test.ts',
        'src/client/declarations/**',
        'src/executors/policies.test.ts',
        'src/explore/proportion_interval.test.ts',
        'src/guard/{guarded_worker,nondeterminism,loader/user_loader}.test.ts',
        'src/interfaces/definition_limits.test.ts',
        'src/launch/file/expand_python.test.ts',
        'src/netsim/wifi/saturation.test.ts',
        'src/parameters/large_files.test.ts',
        'src/simulation/link_models.test.ts',
      ],
      coverage: {
        exclude: WHOLE_PROGRAM_ROOMS.map((room) => `src/${room}/**`),
        thresholds: Object.fromEntries(
          Object.entries(COVERAGE_FLOORS).map(([room, floors]) => [`src/${room}/**`, floors]),
        ),
      },
    },
  }),
);

import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = join(import.meta.dirname, '..')

// Every process of the API tests loads the whole product: half of that is compiling it.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled')

/** Limits only end what hangs: a test that waits for its turn on a busy machine is not a failed one. */
const limits = { testTimeout: 300_000, hookTimeout: 300_000, teardownTimeout: 120_000 } as const
const shared = { root, environment: 'node', ...limits } as const

const apiFiles = ['tests/api/**/*.test.ts']
/** These measure their process (turns of its loop, its memory) or take parts of the machine away: what ran before would count. */
const alone = [
  'database-loss',
  'drain',
  'fairness',
  'full-disk',
  'hostile-*',
  'oauth',
  'slow-database',
  'slowing-down',
  'social',
  'table',
  'unit-large-packages',
  'units',
].map((name) => `tests/api/${name}.test.ts`)
const api = {
  ...shared,
  // Node itself reads our modules, which are as it wants them: Vite's runner takes a quarter longer.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  globalSetup: 'tests/support/global-setup.ts',
} as const

/** The fast half never waits for a database. */
export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    projects: [
      {
        root,
        test: {
          ...shared,
          name: 'unit',
          // One process for many files: each of them leaves the globals, timers and modules it changed as they were.
          isolate: false,
          include: [
            'src/**/*.test.ts',
            'tests/{ai,architecture,translations,search,support,run}/**/*.test.ts',
          ],
        },
      },
      // What loads the product once and opens a server a file: modules hold no state, so one process serves many files.
      { root, test: { ...api, name: 'api', isolate: false, include: apiFiles, exclude: alone } },
      { root, test: { ...api, name: 'api-alone', include: alone } },
    ],
  },
})

import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = join(import.meta.dirname, '..')

// Each file of the API tests has a process of its own that loads the whole product: half of that is compiling it.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled')

/** Limits only end what hangs: a test that waits for its turn on a busy machine is not a failed one. */
const limits = { testTimeout: 300_000, hookTimeout: 300_000, teardownTimeout: 120_000 } as const
const shared = { root, environment: 'node', ...limits } as const

/** Two projects, so that the fast half never waits for a database. */
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
          include: ['src/**/*.test.ts', 'tests/{architecture,translations,search,support,run}/**/*.test.ts'],
        },
      },
      {
        root,
        test: {
          ...shared,
          name: 'api',
          // Node itself reads our modules, which are as it wants them: each file has a process of its own, and Vite's runner takes a
          // quarter longer in it.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          // CPU time of one turn of the loop doubles for a moment on a busy machine; what blocks does so twice.
          retry: 1,
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
    ],
  },
})

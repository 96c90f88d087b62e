import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = join(import.meta.dirname, '..')

const shared = { root, environment: 'node', testTimeout: 20_000, hookTimeout: 60_000 } as const

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
          include: ['src/**/*.test.ts', 'tests/{architecture,translations,search,support}/**/*.test.ts'],
        },
      },
      {
        root,
        test: {
          ...shared,
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
    ],
  },
})

import { join } from 'node:path'

export const resultsFolder = join(import.meta.dirname, '../../test-results')

/** Where the runners leave what became of their tests; a journal grows with each test, a report comes at the end. */
export const reportFiles = {
  vitest: { report: join(resultsFolder, 'vitest.json'), journal: join(resultsFolder, 'vitest.txt') },
  playwright: {
    report: join(resultsFolder, 'playwright.json'),
    journal: join(resultsFolder, 'playwright.txt'),
  },
} as const

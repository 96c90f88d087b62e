import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { browserArguments, browserPath } from './e2e/browser.ts'
import { refusedConsent } from './e2e/consent.ts'
import { reportFiles } from './run/report-files.ts'

const root = join(import.meta.dirname, '..')
const listen =
  "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})"

// Chosen once by the runner; its workers inherit it and load this file again.
process.env.E2E_PORT ??= execFileSync(process.execPath, ['-e', listen], { encoding: 'utf8' }).trim()
process.env.E2E_BROWSER ??= await browserPath()
// By name: browsers refuse passkeys on an address of numbers.
const baseURL = `http://localhost:${process.env.E2E_PORT}`

/** The built product, its own server and a browser from an npm package: no download, no system package. */
export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'setup', testMatch: '*.setup.ts' },
    { name: 'journeys', testMatch: '*.spec.ts', dependencies: ['setup'] },
  ],
  outputDir: join(root, 'test-results/e2e'),
  reporter: [
    ['list'],
    ['json', { outputFile: reportFiles.playwright.report }],
    ['./run/playwright-journal.ts'],
  ],
  workers: 2,
  fullyParallel: true,
  // A browser on a busy machine loses a click now and then; what is broken fails twice, and the summary names both.
  retries: 1,
  forbidOnly: true,
  // Limits only end what hangs: what waits for its turn on a busy machine is not broken.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL,
    viewport: { width: 1280, height: 800 },
    locale: 'de-DE',
    storageState: { cookies: [refusedConsent], origins: [] },
    // Requests that a service worker sends are not seen by tests that watch or stop them; its own spec allows it.
    serviceWorkers: 'block',
    colorScheme: 'light',
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    // Not of every test: recording takes as much of a small machine as what it records. What fails is tried once more.
    trace: 'on-first-retry',
    launchOptions: { executablePath: process.env.E2E_BROWSER, args: [...browserArguments] },
  },
  webServer: {
    command: `${process.execPath} tests/support/serve.ts`,
    cwd: root,
    url: `${baseURL}/health/ready`,
    timeout: 1_200_000,
    stdout: 'pipe',
    stderr: 'pipe',
    env: { PORT: process.env.E2E_PORT },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
  },
})

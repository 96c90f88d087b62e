import { spawnSync } from 'node:child_process'
import chromium from '@sparticuz/chromium'

/**
 * Chromium for root on a machine without a screen. The package's own list also switches off the same-origin rules
 * and process isolation, which is what these journeys must not do without.
 */
export const browserArguments = [
  '--no-sandbox',
  '--disable-setuid-sandbox',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
  '--hide-scrollbars',
] as const

/** What Chromium needs of the system, by the names of Debian and Ubuntu. */
const systemPackages = ['libnss3', 'libnspr4', 'fontconfig', 'fonts-dejavu-core']

/**
 * Unpacks the browser of the npm package and returns its path. Only if it does not run here, and we are root on a
 * Debian, the libraries it misses are installed.
 * @throws Error with what the browser said
 */
export async function browserPath(): Promise<string> {
  const path = await chromium.executablePath()
  if (answers(path) === undefined) return path
  if (process.getuid?.() === 0) {
    spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore' })
    spawnSync('apt-get', ['install', '-yq', '--no-install-recommends', ...systemPackages], {
      stdio: 'ignore',
    })
  }
  const problem = answers(path)
  if (problem === undefined) return path
  throw new Error(`Chromium does not start; it needs ${systemPackages.join(', ')}:\n${problem}`)
}

function answers(path: string): string | undefined {
  const { status, stderr, error } = spawnSync(path, ['--headless=shell', '--no-sandbox', '--version'], {
    encoding: 'utf8',
  })
  return status === 0 ? undefined : (error?.message ?? stderr)
}

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { compressedSides, compressible, sideEndings } from '#platform/http/page/compressed-files.ts'
import { datesFromHistory, pageDatesFile } from '#shop/catalogue/seo/server/service.ts'

const sources = ['src', 'public', 'locales', 'astro.config.mjs', 'package-lock.json']
const stamp = 'dist/.sources'

const fingerprint = hashOf(sources)
const isBuilt = existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint
if (!isBuilt || !process.argv.includes('--if-stale')) build()

function build(): void {
  rmSync(stamp, { force: true })
  // Variables of these names would win over what Astro knows itself, and a build without PROD has no content policy.
  const { DEV, PROD, MODE, SSR, ...others } = process.env
  const env = { ...others, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' }
  const { status } = spawnSync('node_modules/.bin/astro', ['build'], { stdio: 'inherit', env })
  if (status !== 0) process.exit(status ?? 1)
  compressAssets('dist/client')
  writeFileSync(pageDatesFile, JSON.stringify(datesFromHistory()))
  writeFileSync(stamp, fingerprint)
}

/** Name, size and time of every source: enough to know that a build is of these sources. */
function hashOf(paths: string[]): string {
  const hash = createHash('sha256').update(process.version)
  for (const path of paths) {
    const files = statSync(path).isDirectory() ? filesBelow(path) : [path]
    for (const file of files) {
      const { size, mtimeMs } = statSync(file)
      hash.update(`${file}\0${size}\0${mtimeMs}\n`)
    }
  }
  return hash.digest('hex')
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

/** Static files are compressed once, here, as small as it goes. */
function compressAssets(folder: string): void {
  for (const file of filesBelow(folder)) {
    if (!Object.hasOwn(compressible, extname(file))) continue
    for (const { encoding, bytes } of compressedSides(readFileSync(file)))
      writeFileSync(file + sideEndings[encoding], bytes)
  }
}

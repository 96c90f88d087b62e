import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { alone } from './build-lock.ts'
import { bundled, bundlePackages } from './bundle-packages.ts'
import { compressedSides, compressible, sideEndings } from './compressed-files.ts'
import { datesFromHistory, pageDatesFile } from './features/seo/service.ts'
import { leanModules } from './lean-modules.ts'
import { stripSources } from './strip-sources.ts'
import { writeTypeList } from './type-list.ts'

const sources = ['src', 'public', 'locales', 'astro.config.mjs', 'package-lock.json']
const stamp = 'dist/.sources'

writeTypeList()
const fingerprint = hashOf(sources)
const isWanted = () =>
  !process.argv.includes('--if-stale') || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint
// Asked again once it is this process's turn: another may have made the same build meanwhile.
if (isWanted())
  await alone('.astro/build.lock', async () => {
    if (isWanted()) await build()
  })

async function build(): Promise<void> {
  // Variables of these names would win over what Astro knows itself, and a build without PROD has no content policy.
  const { DEV, PROD, MODE, SSR, ...others } = process.env
  const env = { ...others, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' }
  const { status } = spawnSync('node_modules/.bin/astro', ['build'], { stdio: 'inherit', env })
  if (status !== 0) process.exit(status ?? 1)
  leanModules('dist/server')
  stripSources(
    filesBelow('src').filter((file) => file.endsWith('.ts')),
    'dist/sources',
  )
  await bundlePackages(bundled, 'dist/packages', process.cwd())
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

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { excuseIn } from './excuses.ts'
import { root } from './sources.ts'

/** Files git knows or would add. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))

const isCode = (path: string) => /\.(ts|tsx|mjs|astro|css|sql)$/.test(path)
const code = files.filter((path) => (isCode(path) && /^(src|tests)\//.test(path)) || path.endsWith('.mjs'))
const texts = new Map(code.map((path) => [path, readFileSync(join(root, path), 'utf8')]))

/** What is left out aloud: the sum of a run counts it. */
const excused: Readonly<Record<string, string>> = {
  'tests/support/samples.ts':
    'files of others are not ours to hand on; without them their tests say so and are counted',
}

/** A rule over all files is one test: what breaks it is listed. */
function broken(isBroken: (path: string, text: string) => boolean): string[] {
  return [...texts].filter(([path, text]) => isBroken(path, text)).map(([path]) => path)
}

test('every file is finished, typed and tested without excuses', () => {
  expect(broken((path, text) => !(path in excused) && excuseIn(text) !== undefined)).toEqual([])
  expect(Object.keys(excused).filter((path) => excuseIn(texts.get(path) ?? '') === undefined)).toEqual([])
})

function isWellNamed(path: string): boolean {
  const name = path.split('/').at(-1) ?? ''
  if (/^(utils?|helpers?|misc|common)\.tsx?$/.test(name)) return false
  if (path.startsWith('src/pages/') || path.startsWith('src/platform/db/migrations/')) return true
  if (/^index\.tsx?$/.test(name)) return false
  return /\.(astro|tsx)$/.test(name)
    ? /^([A-Z][A-Za-z0-9]*(\.island)?|[a-z0-9-]+)\.(astro|tsx)$/.test(name)
    : /^[a-z0-9-]+(\.[a-z]+)*\.[a-z]+$/.test(name)
}

test('every file is named as the product names files, and none is a barrel', () => {
  expect(broken((path) => !isWellNamed(path))).toEqual([])
})

/** Rules that are off, where, and why; nothing else may be. */
const rulesOff: Readonly<Record<string, string>> = {
  'complexity/noImportantStyles **': '`hidden` and the printed page have to win over every other style',
  'style/noDescendingSpecificity **': 'the sheet is in layers and the rule does not know them',
  'a11y/useMediaCaption src/shop/content/podcast/ui/EpisodePlayer.astro':
    'recordings show no captions; the whole text of the episode stands below (WCAG 1.2.1)',
  'a11y/useSemanticElements src/shop/catalogue/catalogue/ui/search/SearchBox.island.tsx':
    'a listbox may hold groups of options (ARIA 1.2) and no fieldset',
}

test('rules of the linter are off only where it is said here why', () => {
  type Rules = Record<string, string | Record<string, unknown>>
  interface Part {
    includes?: string[]
    linter?: { rules?: Rules }
  }
  const config = JSON.parse(readFileSync(join(root, '.biome.json'), 'utf8')) as Part & { overrides?: Part[] }
  const off = [config, ...(config.overrides ?? [])].flatMap(({ linter, includes = ['**'] }) =>
    Object.entries(linter?.rules ?? {}).flatMap(([group, rules]) =>
      typeof rules === 'string'
        ? []
        : Object.entries(rules)
            .filter(([, setting]) => (setting as { level?: string }).level !== 'error')
            .flatMap(([rule]) => includes.map((place) => `${group}/${rule} ${place}`)),
    ),
  )
  expect(off.sort()).toEqual(Object.keys(rulesOff).sort())
})

interface Entry {
  resolved?: string
  integrity?: string
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
}

describe('package.json', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
    dependencies: Record<string, string>
    devDependencies: Record<string, string>
  }

  test.each(Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }))(
    '%s is pinned',
    (_name, version) => {
      expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
    },
  )

  test('everything in the lockfile has a checksum and comes from the public registry', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, Entry>
    }
    // `resolved` may be left out: then npm asks the registry it is set up with, and the checksum decides.
    // Optional packages of platforms that this registry does not carry have a version but no checksum to copy.
    const isElsewhere = ({ optional, os, cpu, libc }: Entry) =>
      optional === true && !(os?.includes('linux') && cpu?.includes('x64') && !libc?.includes('musl'))
    const odd = Object.entries(lock.packages).filter(
      ([path, entry]) =>
        path !== '' &&
        ((!entry.integrity && !isElsewhere(entry)) ||
          (entry.resolved !== undefined && !entry.resolved.startsWith('https://registry.npmjs.org/'))),
    )
    expect(odd.map(([path]) => path)).toEqual([])
  })
})

test('nothing secret, generated or heavy is in the repository', () => {
  expect(
    files.filter((path) => /(^|\/)(\.env|secret|node_modules|dist|\.data|\.astro)(\/|$)/.test(path)),
  ).toEqual([])
  expect(files.filter((path) => statSync(join(root, path)).size > 1_500_000)).toEqual([])
})

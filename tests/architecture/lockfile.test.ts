import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Entry {
  version?: string
  optional?: boolean
  os?: string[]
  cpu?: string[]
  optionalDependencies?: Record<string, string>
}

const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>
}

/** Where Node would find `name` from the package at `path`: below it, or below one of those around it. */
function found(path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true
    if (folder === '') return false
  }
}

/*
 * `npm install` drops optional packages that the registry at hand does not carry; `npm ci` on another platform, or
 * with another npm, then refuses the lockfile. So every one of them stands in it, whatever machine wrote it.
 */
test('the lockfile names the optional packages of every platform', () => {
  const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !found(path, name))
      .map((name) => `${path} needs ${name}`),
  )
  expect(missing).toEqual([])
})

test('a package for one platform is optional: another platform installs without it', () => {
  const odd = Object.entries(lock.packages).filter(
    ([, { os, cpu, optional }]) => (os !== undefined || cpu !== undefined) && optional !== true,
  )
  expect(odd.map(([path]) => path)).toEqual([])
})

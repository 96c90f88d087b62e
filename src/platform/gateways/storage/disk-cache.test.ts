import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDiskCache } from './disk-cache.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'cache-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const kilobyte = Buffer.alloc(1024, 'x')
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

test('holds what fits; what was not read for longest goes first', async () => {
  const sizes: number[] = []
  const cache = createDiskCache({ dir, maxBytes: 10 * 1024, onCleaned: (bytes) => sizes.push(bytes) })
  for (let n = 0; n < 10; n++) {
    await cache.keep(`a/${n}.png`, kilobyte)
    await utimes(join(dir, `a/${n}.png`), ago(100 - n), ago(100 - n))
  }
  expect(await cache.read('a/0.png')).toEqual(kilobyte)
  await cache.clean()
  expect(sizes.at(-1)).toBe(10 * 1024)
  // The time of the reading is written a moment later.
  await expect.poll(async () => (await stat(join(dir, 'a/0.png'))).mtimeMs).toBeGreaterThan(ago(1).getTime())
  await cache.keep('b/10.png', kilobyte)
  expect((await readdir(join(dir, 'a'))).toSorted()).toEqual([0, 3, 4, 5, 6, 7, 8, 9].map((n) => `${n}.png`))
  expect(await cache.has('b/10.png')).toBe(true)
  expect(sizes.at(-1)).toBe(9 * 1024)
})

test('what is too old, and drafts a crash left behind, are removed', async () => {
  const cache = createDiskCache({ dir, maxBytes: 10 * 1024, maxAgeMs: 3_600_000 })
  await cache.keep('old.png', kilobyte)
  await cache.keep('new.png', kilobyte)
  const draft = 'new.png.01234567-89ab-cdef-0123-456789abcdef'
  await writeFile(join(dir, draft), 'half')
  await utimes(join(dir, 'old.png'), ago(61), ago(61))
  await utimes(join(dir, draft), ago(61), ago(61))
  await cache.clean()
  expect(await readdir(dir)).toEqual(['new.png'])
})

test('0 keeps nothing; what is larger than everything is not kept; a folder that cannot be is no trouble', async () => {
  await createDiskCache({ dir, maxBytes: 0 }).keep('a.png', kilobyte)
  await createDiskCache({ dir, maxBytes: 1000 }).keep('a.png', kilobyte)
  expect(await readdir(dir)).toEqual([])
  await writeFile(join(dir, 'file'), '')
  const troubles: unknown[] = []
  const cache = createDiskCache({
    dir: join(dir, 'file'),
    maxBytes: 9999,
    onWriteFailed: (error) => troubles.push(error),
  })
  await cache.keep('a.png', kilobyte)
  await cache.keep('b.png', kilobyte)
  expect(troubles).toHaveLength(1)
  expect(await cache.read('a.png')).toBeUndefined()
  await cache.clean()
})

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestApp } from '../support/app.ts'
import { send } from '../support/http-client.ts'

let folder: string
const file = () => join(folder, 'visits.json')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'warm-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (environment: Record<string, string> = {}) =>
  openTestApp({ environment: { DATA_DIR: folder, ...environment } })

test('what was visited most is made again after a start, without anybody waiting; searches are not noted', async () => {
  const before = await open()
  for (const path of ['/de', '/de', '/de', '/fr', '/fr', ...Array(4).fill('/de/suchergebnisse?query=anna')])
    await send(before.base, { path })
  expect(before.rendered).toHaveLength(3)
  await before.close()
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual([
    ['/de', 2],
    ['/fr', 1],
  ])

  const stored = readFileSync(file())
  const one = await open({ WARM_UP_PAGES: '1' })
  await one.warmUp
  expect(one.rendered).toEqual(['/de'])
  await one.close()
  writeFileSync(file(), stored)

  const after = await open()
  expect((await send(after.base, { path: '/health/ready' })).status).toBe(200)
  await after.warmUp
  // Two are made at a time: either may be first.
  expect(after.rendered.toSorted()).toEqual(['/de', '/fr'])
  const { text } = await send(after.base, { path: '/metrics' })
  expect(text).toContain('aularium_warm_up_pages{result="made"} 2')
  expect((await send(after.base, { path: '/de' })).status).toBe(200)
  expect(after.rendered).toHaveLength(2)
  await after.close()
  // A warm-up is no visit: one real one since, and half of what was there.
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual([
    ['/de', 2],
    ['/fr', 0.5],
  ])
})

test('0 is off; a file that says nothing true does no harm', async () => {
  writeFileSync(file(), JSON.stringify([['/de', 9]]))
  const off = await open({ WARM_UP_PAGES: '0' })
  await off.warmUp
  expect(off.rendered).toEqual([])
  await off.close()
  for (const wrong of ['{', '[["//evil.example",1],["de",1]]', '[["/de",-1]]', 'null']) {
    writeFileSync(file(), wrong)
    const app = await open()
    await app.warmUp
    expect(app.rendered).toEqual([])
    await app.close()
  }
})

test('a shutdown does not wait for it', async () => {
  writeFileSync(
    file(),
    JSON.stringify([
      ['/de', 2],
      ['/fr', 1],
      ['/it', 1],
    ]),
  )
  const app = await openTestApp({
    environment: { DATA_DIR: folder },
    renderPage: async () => {
      await pause(120_000, undefined, { ref: false })
      return new Response('')
    },
  })
  await expect.poll(() => app.rendered.length).toBe(2)
  const started = performance.now()
  await app.close()
  // Less than the ten seconds that requests under way are given.
  expect(performance.now() - started).toBeLessThan(9_000)
  expect(existsSync(file())).toBe(true)
})

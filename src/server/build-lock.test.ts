import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { alone } from './build-lock.ts'

const newFile = () => join(mkdtempSync(join(tmpdir(), 'build-lock-')), 'deep/build.lock')

test('two builds are made one after the other', async () => {
  const file = newFile()
  const said: string[] = []
  const build = (name: string) =>
    alone(file, async () => {
      said.push(`${name} begins`)
      await setTimeout(50)
      said.push(`${name} ends`)
    })
  await Promise.all([build('web'), build('worker')])
  expect(said).toEqual(['web begins', 'web ends', 'worker begins', 'worker ends'])
})

test('what a killed process left behind is taken over', async () => {
  const file = newFile()
  await alone(file, async () => undefined)
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(file, String(pid))
  expect(await alone(file, async () => 'built')).toBe('built')
})

test('the next one may begin after a build that failed', async () => {
  const file = newFile()
  const failed = alone(file, () => Promise.reject(new Error('no space left')))
  await expect(failed).rejects.toThrow('no space left')
  expect(existsSync(file)).toBe(false)
})

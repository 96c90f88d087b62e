import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { samplesFolder } from '../../../../tests/support/samples.ts'
import { readGift } from './gift.ts'

const folder = join(samplesFolder, 'gift-golden/tests/questions')

describe.skipIf(!existsSync(folder))(
  'the samples of the GIFT grammar (skipped where they are not there)',
  () => {
    const files = globSync('*.gift', { cwd: folder }).sort()

    test.each(files)('%s', (name) => {
      const expected = JSON.parse(
        readFileSync(join(folder, name.replace('.gift', '.json')), 'utf8'),
      ) as object[]
      const { questions, problems } = readGift(readFileSync(join(folder, name), 'utf8'))
      expect(problems).toEqual([])
      expect(questions).toHaveLength(expected.length)
      for (const [at, wanted] of expected.entries()) expect(questions[at]).toMatchObject(wanted)
    })

    test('all 102 entries were compared', ({ skip }) => {
      skip(!existsSync(folder), 'the samples of others are not on this machine')
      const count = files
        .map((name) => readGift(readFileSync(join(folder, name), 'utf8')).questions.length)
        .reduce((sum, each) => sum + each, 0)
      expect(count).toBe(102)
    })
  },
)

test('what is wrong in one entry leaves the others alone', () => {
  const { questions, problems } = readGift('A? {T}\n\nB? {#?}\n\nC? {=x}\n\nD? {=y')
  expect(questions.map(({ type }) => type)).toEqual(['TF', 'Short'])
  expect(problems).toEqual([
    { line: 3, reason: 'unreadable' },
    { line: 7, reason: 'unclosed' },
  ])
})

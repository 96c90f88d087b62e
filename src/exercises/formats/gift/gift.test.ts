import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { samples, withSamples } from '../../../../tests/support/samples.ts'
import { readGift } from './gift.ts'

const folder = samples('gift-golden/tests/questions')

const files = globSync('*.gift', { cwd: folder }).sort()
const read = (name: string) => readGift(readFileSync(join(folder, name), 'utf8'))

withSamples('gift-golden/tests/questions', () => {
  test.each(files)('%s of the samples of the GIFT grammar', (name) => {
    const expected = JSON.parse(
      readFileSync(join(folder, name.replace('.gift', '.json')), 'utf8'),
    ) as object[]
    const { questions, problems } = read(name)
    expect(problems).toEqual([])
    expect(questions).toHaveLength(expected.length)
    for (const [at, wanted] of expected.entries()) expect(questions[at]).toMatchObject(wanted)
  })

  test('all 102 entries of the samples were compared', () => {
    expect(files.reduce((sum, name) => sum + read(name).questions.length, 0)).toBe(102)
  })
})

test('what is wrong in one entry leaves the others alone', () => {
  const { questions, problems } = readGift('A? {T}\n\nB? {#?}\n\nC? {=x}\n\nD? {=y')
  expect(questions.map(({ type }) => type)).toEqual(['TF', 'Short'])
  expect(problems).toEqual([
    { line: 3, reason: 'unreadable' },
    { line: 7, reason: 'unclosed' },
  ])
})

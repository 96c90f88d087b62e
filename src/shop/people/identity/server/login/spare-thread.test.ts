import { hashSync, verifySync } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { createSpareThread } from './spare-thread.ts'

const options = { memoryCost: 64, timeCost: 1, parallelism: 1, outputLen: 32 }
const stored = hashSync('Igel im Herbst', options)
const patient = { patienceMs: 60_000 }

describe('the thread of spare time', () => {
  test('it answers as the package does, in order', async () => {
    const spare = createSpareThread(patient)
    const answers = await Promise.all([
      spare.run({ password: 'Igel im Herbst', stored, options }),
      spare.run({ password: 'Igel im Winter', stored, options }),
      spare.run({ password: 'Igel im Herbst', stored: undefined, options }),
    ])
    expect(answers.slice(0, 2)).toEqual([true, false])
    expect(verifySync(String(answers[2]), 'Igel im Herbst')).toBe(true)
  })

  test('who waits too long or is one too many is sent elsewhere, and it goes on', async () => {
    const hurried = createSpareThread({ patienceMs: 0, mostWaiting: 2 })
    const task = { password: 'Igel im Herbst', stored, options: { ...options, timeCost: 2000 } }
    const sent = await Promise.all([1, 2, 3].map(() => hurried.run({ ...task, stored: undefined })))
    expect(sent).toEqual([undefined, undefined, undefined])
  })

  test('a hash nobody can read ends the thread, not the process, and another takes its place', async () => {
    const spare = createSpareThread(patient)
    expect(await spare.run({ password: 'x', stored: 'no hash', options })).toBeUndefined()
    expect(await spare.run({ password: 'Igel im Herbst', stored, options })).toBe(true)
  })

  test('one that nobody needed is ended, and what comes in the same turn is done by another', async () => {
    const spare = createSpareThread({ ...patient, idleMs: 1 })
    const task = { password: 'Igel im Herbst', stored, options }
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await spare.run(task)).toBe(true)
      await new Promise((resolve) => setTimeout(resolve, turn))
    }
  })
})

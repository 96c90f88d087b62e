import { expect, test } from 'vitest'
import { byAnswer, byStuck } from './stuck.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 8, minute))
const pupil = (id: number, since: Date | null, finished: Date | null = null) => ({
  ...{ id, at_since: since, finished_at: finished },
})

test('who has done nothing for longest comes first, who has handed in last', () => {
  const answers = [
    { participant_id: 1, answered_at: at(9) },
    { participant_id: 1, answered_at: at(3) },
    { participant_id: 2, answered_at: at(4) },
  ]
  const pupils = [pupil(1, at(2)), pupil(2, at(1)), pupil(3, at(6)), pupil(4, null), pupil(5, at(0), at(1))]
  expect(byStuck(pupils, byAnswer(answers)).map(({ id }) => id)).toEqual([4, 2, 3, 1, 5])
})

test('with nothing known the order stays', () => {
  expect(byStuck([pupil(2, null), pupil(1, null)], new Map()).map(({ id }) => id)).toEqual([2, 1])
})

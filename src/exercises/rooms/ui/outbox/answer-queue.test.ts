import { expect, test } from 'vitest'
import { createAnswerQueue } from './answer-queue.ts'

const now = () => Date.now() / 1000

function device(isFull = false) {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, value)
    },
    removeItem: (key: string) => void items.delete(key),
  }
}

test('what is not acknowledged outlives a reload, in its last state, and counts on', () => {
  const storage = device()
  const before = createAnswerQueue('room:AAAAAA:1', storage, now)
  before.put('e1', { pick: ['a'] })
  const first = before.put('e2', { text: ['x'] })
  before.put('e1', { pick: ['b'] })
  before.drop(first.id)
  const after = createAnswerQueue('room:AAAAAA:1', storage, now)
  expect(after.all().map(({ element_id, response }) => [element_id, response])).toEqual([
    ['e1', { pick: ['b'] }],
  ])
  const last = after.all()[0]
  expect(after.put('e1', {}).seq_local).toBeGreaterThan(last?.seq_local ?? 0)
  after.drop(after.all()[0]?.id ?? '')
  expect(storage.items.size).toBe(0)
})

test('another pupil on the same device, a full or closed storage, and rubbish in it', () => {
  const storage = device()
  createAnswerQueue('room:AAAAAA:1', storage, now).put('e1', {})
  expect(createAnswerQueue('room:AAAAAA:2', storage, now).all()).toEqual([])
  for (const full of [device(true), undefined]) {
    const queue = createAnswerQueue('k', full, now)
    queue.put('e1', {})
    expect(queue.all()).toHaveLength(1)
  }
  for (const rubbish of ['{', '7', 'null', '{"a":1}']) {
    const spoilt = device()
    spoilt.items.set('k', rubbish)
    expect(createAnswerQueue('k', spoilt, now).all()).toEqual([])
  }
})

test('what is sent counts by the clock of the server, whatever the device says', () => {
  const seconds = 1_700_000_000
  const { seq_local } = createAnswerQueue('k', device(), () => seconds + 0.9).put('e1', {})
  expect(seq_local).toBe(seconds)
})

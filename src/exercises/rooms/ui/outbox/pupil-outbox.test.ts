import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isTap } from '../pupil/pupil-page.ts'
import { createAnswerQueue } from './answer-queue.ts'
import { createWish } from './hand-in.ts'
import { createOutbox, quizQuietMs } from './pupil-outbox.ts'

class Input {
  readonly type: string
  constructor(type: string) {
    this.type = type
  }
}

/** What the form says: the fields of a task of each kind. */
let fields: [string, string][] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { querySelector: (query: string) => (query === '[data-room-form]' ? {} : null) })
  vi.stubGlobal('HTMLInputElement', Input)
  vi.stubGlobal(
    'FormData',
    class {
      [Symbol.iterator]() {
        return fields[Symbol.iterator]()
      }
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function quiz(hasLine = true) {
  const sent: unknown[] = []
  const dirty = new Set<string>()
  const queue = createAnswerQueue('room:A:1', undefined, () => 0)
  const outbox = createOutbox({
    ...{ dirty, queue, wish: createWish('done', undefined), isBlocked: () => false, quietMs: quizQuietMs },
    tell({ element_id, response }) {
      if (hasLine) sent.push([element_id, response])
      return hasLine
    },
  })
  return { sent, dirty, queue, ...outbox }
}

test('one of several that was picked is all of the answer; a box or a word may go on', () => {
  expect(
    ['radio', 'checkbox', 'text'].map((type) => isTap(new Input(type) as unknown as EventTarget)),
  ).toEqual([true, false, false])
})

test('a tap goes out at once, and once', async () => {
  const { sent, dirty, send } = quiz()
  fields = [['a.e1.pick', 'b']]
  dirty.add('e1')
  await send()
  expect(sent).toEqual([['e1', { pick: ['b'] }]])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toHaveLength(1)
})

test('what is ticked or typed goes out a moment after the last change', async () => {
  const { sent, dirty, sendSoon } = quiz()
  dirty.add('e1')
  sendSoon()
  await vi.advanceTimersByTimeAsync(quizQuietMs - 1)
  expect(sent).toEqual([])
  fields = [
    ['a.e1.pick.a', 'on'],
    ['a.e1.pick.c', 'on'],
  ]
  sendSoon()
  await vi.advanceTimersByTimeAsync(quizQuietMs)
  expect(sent).toEqual([['e1', { pick: ['a', 'c'] }]])
})

test('when time ends, or the page turns, what waits goes out first', async () => {
  const { sent, dirty, send, sendSoon } = quiz()
  fields = [['a.e1.text', 'Rom']]
  dirty.add('e1')
  sendSoon()
  await send()
  expect(sent).toEqual([['e1', { text: ['Rom'] }]])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toHaveLength(1)
})

test('without a line the answer waits on the device', async () => {
  const { sent, dirty, queue, send } = quiz(false)
  fields = [['a.e1.pick', 'b']]
  dirty.add('e1')
  await send()
  expect(sent).toEqual([])
  expect(queue.all()).toMatchObject([{ element_id: 'e1', response: { pick: ['b'] } }])
})

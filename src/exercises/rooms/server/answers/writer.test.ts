import { expect, test, vi } from 'vitest'
import { nameOf, type RoomKey } from '../types.ts'
import type { Batch, GivenAnswer, Taken } from './answering.ts'
import { createWriter, type Store, type WriterRoom } from './writer.ts'

const key = (id: number): RoomKey => ({ world: 'de', id })
const given = (participantId: number, seqLocal: number): GivenAnswer => ({
  ...{ kind: 'answer', participantId, elementId: 'e1', answers: {}, seqLocal, at: 0 },
})
const seen = (batches: readonly Batch[]) =>
  batches.map((batch) => batch.given.map((one) => one.kind === 'answer' && one.seqLocal))
const done: Taken = { done: true }

function writing(store: Store) {
  const rooms = new Map<string, WriterRoom>()
  const writer = createWriter({ rooms, store, afterwards: () => undefined })
  const submit = (id: number, one: GivenAnswer) => {
    const room = rooms.get(nameOf(key(id))) ?? { key: key(id), waiting: [], busy: 0, isHeld: false }
    rooms.set(nameOf(key(id)), room)
    return new Promise<Taken>((resolve, reject) =>
      writer.add(room, { given: one, since: Date.now(), resolve, reject }),
    )
  }
  return { rooms, submit }
}

test('a room that somebody else holds keeps no other one waiting, loses nothing, and keeps its order', async () => {
  let isHeld = true
  const written: unknown[] = []
  const waits = vi.fn()
  const { rooms, submit } = writing(async (batches, how) => {
    if (how.waits) {
      waits()
      await new Promise((resolve) => setTimeout(resolve, 5))
      // As PostgreSQL says it after a while.
      if (isHeld) throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
    }
    return batches.map((batch) => {
      if (batch.key.id === 1 && isHeld) return undefined
      if (batch.key.id === 1) written.push(...seen([batch]).flat())
      return batch.given.map(() => done)
    })
  })
  const held = [submit(1, given(7, 1)), submit(1, given(7, 2))]
  await expect(submit(2, given(8, 1))).resolves.toBe(done)
  await vi.waitFor(() => expect(waits).toHaveBeenCalled())
  // More comes while it is held, and another room goes on.
  held.push(submit(1, given(7, 3)))
  await expect(submit(2, given(8, 2))).resolves.toBe(done)
  expect(written).toEqual([])
  isHeld = false
  await expect(Promise.all(held)).resolves.toEqual([done, done, done])
  expect(written).toEqual([1, 2, 3])
  await vi.waitFor(() => expect([...rooms.values()].map(({ busy }) => busy)).toEqual([0, 0]))
})

test('an answer that cannot be written is refused alone, and who waited too long is told to come again', async () => {
  vi.useFakeTimers()
  try {
    const { submit } = writing(async (batches, { waits }) => {
      if (batches.some(({ key: { id } }) => id === 1)) {
        if (!waits) return batches.map(() => undefined)
        vi.setSystemTime(Date.now() + 1_000)
        throw Object.assign(new Error('locked'), { code: '55P03' })
      }
      if (seen(batches).flat().includes(666)) throw new Error('out of range')
      return batches.map((batch) => batch.given.map(() => done))
    })
    const outcomes = Promise.allSettled([
      submit(2, given(8, 666)),
      submit(2, given(9, 1)),
      submit(1, given(7, 1)),
    ])
    await vi.runAllTimersAsync()
    expect(
      (await outcomes).map((one) =>
        one.status === 'rejected' ? String(one.reason.code ?? one.reason) : 'taken',
      ),
    ).toEqual(['Error: out of range', 'taken', 'unavailable'])
  } finally {
    vi.useRealTimers()
  }
})

test('a second answer to the same task is written after the first, and holds up nobody but its pupil', async () => {
  const written: unknown[] = []
  const { submit } = writing(async (batches) => {
    written.push(...seen(batches))
    return batches.map((batch) => batch.given.map(() => done))
  })
  const other = { ...given(7, 3), elementId: 'e2' }
  await Promise.all([
    ...[given(7, 1), given(7, 2), other, given(8, 11), given(7, 4)].map((one) => submit(1, one)),
  ])
  expect(written).toEqual([[1, 11], [2, 3], [4]])
})

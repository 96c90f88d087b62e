import { expect, test } from 'vitest'
import type { BrowserStore } from '#platform/browser/browser-store.ts'
import { createOutbox, type OutgoingAnswer } from './outbox.ts'

function shelf(): BrowserStore {
  const items = new Map<string, unknown>()
  return {
    isLasting: async () => true,
    read: async <T>(key: string) => items.get(key) as T | undefined,
    write: async (key, value) => void items.set(key, structuredClone(value)),
    remove: async (key) => void items.delete(key),
  }
}

/** A network that can be cut. */
function network() {
  const arrived: OutgoingAnswer<string>[] = []
  const state = { isUp: true }
  const send = async (answer: OutgoingAnswer<string>) => {
    if (!state.isUp) throw new Error('no network')
    arrived.push(answer)
  }
  return { arrived, state, send }
}

test('answers wait for the network, the newest of each element alone, and every one has its number', async () => {
  const net = network()
  const outbox = createOutbox({ attempt: 'a', send: net.send, shelf: shelf() })
  net.state.isUp = false
  await outbox.add('e1', 'eins')
  await outbox.add('e2', 'zwei')
  await outbox.add('e1', 'drei')
  await outbox.flush()
  expect(net.arrived).toEqual([])
  net.state.isUp = true
  await outbox.flush()
  expect(net.arrived).toEqual([
    { element: 'e2', seq: 1, answer: 'zwei' },
    { element: 'e1', seq: 2, answer: 'drei' },
  ])
  await outbox.flush()
  expect(net.arrived).toHaveLength(2)
})

test('what waited when the page went is sent by the next one, and numbers go on', async () => {
  const net = network()
  const sameShelf = shelf()
  net.state.isUp = false
  const before = createOutbox({ attempt: 'a', send: net.send, shelf: sameShelf })
  await before.add('e1', 'eins')
  await before.flush()
  net.state.isUp = true
  const after = createOutbox({ attempt: 'a', send: net.send, shelf: sameShelf })
  await after.flush()
  await after.add('e1', 'zwei')
  await after.flush()
  expect(net.arrived.map(({ seq, answer }) => [seq, answer])).toEqual([
    [1, 'eins'],
    [2, 'zwei'],
  ])
})

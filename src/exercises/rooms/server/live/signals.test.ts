import { expect, test } from 'vitest'
import type { ParticipantRow } from '../people-queries.ts'
import type { RoomRow } from '../queries.ts'
import { changesOf, type Signal } from './signals.ts'

const room = { mode: 'exam', status: 'running' } as RoomRow
const pupil = (more: Partial<ParticipantRow> = {}) =>
  ({ away_count: 3, finished_at: null, ...more }) as ParticipantRow
const away: Signal = { kind: 'signal', participantId: 7, isAway: true }
const countAfter = (
  signals: readonly Signal[],
  { of = pupil(), ...more }: { of?: ParticipantRow } & Partial<Pick<RoomRow, 'mode' | 'status'>> = {},
) => changesOf({ room: { ...room, ...more }, people: new Map([[7, of]]) }, signals).get(7)?.away_count

test('each time somebody left the page counts, however many come at once', () => {
  expect(countAfter([away])).toBe(4)
  expect(countAfter([away, { kind: 'signal', participantId: 7, isHandUp: true }, away])).toBe(5)
  expect(countAfter([away, { ...away, participantId: 8 }])).toBe(4)
  expect(countAfter([away, away], { of: pupil({ away_count: 9_998 }) })).toBe(9_999)
})

test('nothing counts where the page does not say that it is seen', () => {
  expect(countAfter([away], { mode: 'self' })).toBeUndefined()
  for (const status of ['open', 'paused'] as const) expect(countAfter([away], { status })).toBeUndefined()
  expect(countAfter([away], { of: pupil({ finished_at: new Date() }) })).toBeUndefined()
})

import type { ParticipantChange, ParticipantRow } from '../people-queries.ts'
import type { RoomRow } from '../queries.ts'

/** What a pupil does beside answering. */
export interface Signal {
  kind: 'signal'
  participantId: number
  element?: string
  isHandUp?: boolean
  isAway?: true
  isFinished?: true
}

const mostAway = 9_999

/** Only while the page says that it is seen: in an exam that runs, until a pupil hands in. */
function isSeenLeaving({ mode, status }: RoomRow, { finished_at: finished }: ParticipantRow): boolean {
  return mode === 'exam' && status === 'running' && finished === null
}

/** What pupils signal beside answering, in a room as it is now. */
export function changesOf(
  { room, people }: { room: RoomRow; people: ReadonlyMap<number, ParticipantRow> },
  given: readonly (Signal | { kind: 'answer' })[],
): Map<number, ParticipantChange> {
  const changes = new Map<number, ParticipantChange>()
  for (const one of given) {
    if (one.kind !== 'signal') continue
    const change = changes.get(one.participantId) ?? {}
    if (one.isHandUp !== undefined) change.is_hand_up = one.isHandUp
    if (one.isFinished) change.finished_at = new Date()
    const pupil = people.get(one.participantId)
    const away = change.away_count ?? pupil?.away_count ?? 0
    if (one.isAway && pupil && isSeenLeaving(room, pupil)) change.away_count = Math.min(mostAway, away + 1)
    if (Object.keys(change).length > 0) changes.set(one.participantId, change)
  }
  return changes
}

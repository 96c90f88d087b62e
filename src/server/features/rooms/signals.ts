import type { ParticipantChange, ParticipantRow } from './people-queries.ts'

/** What a pupil does beside answering. */
export interface Signal {
  kind: 'signal'
  participantId: number
  element?: string
  isHandUp?: boolean
  isAway?: true
  isFinished?: true
}

/** What pupils signal beside answering. */
export function changesOf(
  people: ReadonlyMap<number, ParticipantRow>,
  given: readonly (Signal | { kind: 'answer' })[],
): Map<number, ParticipantChange> {
  const changes = new Map<number, ParticipantChange>()
  for (const one of given) {
    if (one.kind !== 'signal') continue
    const change = changes.get(one.participantId) ?? {}
    if (one.isHandUp !== undefined) change.is_hand_up = one.isHandUp
    if (one.isFinished) change.finished_at = new Date()
    if (one.isAway) change.away_count = Math.min(9_999, (people.get(one.participantId)?.away_count ?? 0) + 1)
    if (Object.keys(change).length > 0) changes.set(one.participantId, change)
  }
  return changes
}

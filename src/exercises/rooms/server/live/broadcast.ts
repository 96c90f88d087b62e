import type { Deps } from '#platform/context/context.ts'
import { type AnswerRow, answerNews } from '../answers/answer-queries.ts'
import { type ParticipantRow, participantNews } from '../people-queries.ts'
import { findRooms, type RoomRow } from '../queries.ts'
import { nameOf, type RoomKey } from '../types.ts'
import { answerLine, roomState, rosterLine } from '../view.ts'
import type { Seat } from './connection.ts'
import { pupilState, viewKey } from './pupil-view.ts'

/** The open lines of one room. */
export interface Listeners {
  key: RoomKey
  seats: readonly Seat[]
}

/**
 * Tells every open line of these rooms what changed since it heard last, with three questions for all of them. What was
 * missed while a line was broken comes by the same way: whoever returns says how far it had heard.
 */
export async function broadcastRooms(deps: Deps, listeners: readonly Listeners[]): Promise<void> {
  const rooms = await findRooms(
    deps.db,
    listeners.map(({ key }) => key),
  )
  const stale: { room: RoomRow; seats: readonly Seat[]; since: number }[] = []
  for (const { key, seats } of listeners) {
    const room = rooms.get(nameOf(key))
    const since = Math.min(...seats.map(({ heard }) => heard))
    if (room === undefined) for (const { peer } of seats) peer.close(4410, 'no_reconnect gone')
    else if (room.seq > since) stale.push({ room, seats, since })
  }
  // Answers are for teachers and boards: how far pupils have heard says nothing about which to fetch.
  const watched = stale.flatMap(({ room, seats }) => {
    const watching = seats.filter(({ role }) => role !== 'participant')
    if (watching.length === 0) return []
    return [{ key: room, since: Math.min(...watching.map(({ heard }) => heard)) }]
  })
  const [people, answers] = await Promise.all([
    participantNews(
      deps.db,
      stale.map(({ room, since }) => ({ key: room, since: room.state_seq > since ? -1 : since })),
    ),
    answerNews(deps.db, watched),
  ])
  for (const { room, seats } of stale) {
    const news = { people: people.get(nameOf(room)) ?? [], answers: answers.get(nameOf(room)) ?? [] }
    try {
      tellRoom(room, seats, news)
    } catch (error) {
      // The others are told all the same; these come back and are told from where they were.
      deps.log.warn({ err: error }, 'news of a room not told')
      for (const { peer } of seats) peer.close(1011, 'unavailable')
    }
  }
}

function tellRoom(
  room: RoomRow,
  seats: readonly Seat[],
  { people, answers }: { people: readonly ParticipantRow[]; answers: readonly AnswerRow[] },
): void {
  const byId = new Map(people.map((row) => [row.id, row]))
  for (const seat of seats) {
    const { heard, peer } = seat
    // What changed while this was read comes with the next look.
    if (room.seq <= heard) continue
    seat.heard = room.seq
    if (seat.role === 'participant') {
      tellPupil(room, seat, byId.get(seat.participantId ?? 0), heard)
      continue
    }
    const { seq } = room
    if (room.state_seq > heard) peer.send({ type: 'state', seq, ...roomState(room) })
    const roster = people.filter((row) => row.seq > heard && row.seq <= seq)
    if (roster.length > 0) peer.send({ type: 'roster', seq, participants: roster.map(rosterLine) })
    const delta = answers.filter((row) => row.seq > heard && row.seq <= seq)
    if (delta.length > 0) peer.send({ type: 'progress_delta', seq, answers: delta.map(answerLine) })
    if (room.status === 'closed' && room.state_seq > heard) peer.send({ type: 'closing', seq })
  }
}

/** A pupil hears of the room and of their own place in it, and of nobody else. */
function tellPupil(room: RoomRow, { peer }: Seat, own: ParticipantRow | undefined, heard: number): void {
  if (own?.is_kicked) {
    peer.send({ type: 'closing', seq: room.seq, isRemoved: true })
    peer.close(4403, 'no_reconnect removed')
    return
  }
  if (room.state_seq <= heard && (own?.seq ?? -1) <= heard) return
  const type = room.is_released ? 'results' : 'state'
  peer.send({ type, ...pupilState(room, own), view: viewKey(room, own) })
  if (room.status === 'closed' && room.state_seq > heard) peer.send({ type: 'closing', seq: room.seq })
}

import { randomBytes, randomInt } from 'node:crypto'
import type { Context } from '#platform/context/context.ts'
import { limitLockWait, lockUntilCommit } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { hashToken } from '#platform/env/secrets.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { isDecentName } from '../rules/decent-names.ts'
import { freeNames, nameAt } from '../rules/names.ts'
import { cleanName, isSeenIn } from '../rules/pupil-names.ts'
import { contentOf } from './live/content.ts'
import { controlRoom } from './live/control.ts'
import { entered, lockMs, pupilOf } from './live/joining.ts'
import { createRoom, type NewRoom, settingsOf } from './own-rooms.ts'
import { countParticipants, insertParticipant, takenLooks, updateParticipant } from './people-queries.ts'
import { announceRoom, findRoom, nextSeq, type RoomRow } from './queries.ts'
import { findByPass, waitingRoom } from './results/course-queries.ts'
import type { CourseItemKey, RoomKey } from './types.ts'

/**
 * Makes and opens the room an item of a course asks for; one that waits for its pupils already is the one.
 * @throws ProductError as createRoom and controlRoom
 */
export async function openCourseRoom(
  context: Context,
  room: NewRoom & { course: CourseItemKey },
): Promise<{ id: number; code: string }> {
  const { accountId } = requireMember(context)
  return await transaction(context.db, async (tx) => {
    await lockUntilCommit(tx, `rooms ${context.world} ${accountId}`)
    const waiting = await waitingRoom(tx, context.world, room.course)
    if (waiting) return waiting
    const inside = { ...context, db: tx }
    const made = await createRoom(inside, room)
    await controlRoom(inside, made.id, { command: 'open' })
    return made
  })
}

export { courseRooms } from './results/course-queries.ts'

/** Somebody's way through a course. */
export interface CoursePass {
  id: number
  name: string
}

/**
 * Lets in who learns with the course of a room, under the name they have there; on another device their work is there, too.
 * @throws ProductError not_found; gone (closed); forbidden (removed, or locked); storage_quota (full)
 */
export async function enterFromCourse(
  context: Context,
  key: RoomKey,
  pass: CoursePass,
): Promise<{ token: string; name: string; code: string; places: string }> {
  const token = randomBytes(24).toString('base64url')
  const letIn = async (tx: Db) => {
    await limitLockWait(tx, lockMs)
    const room = await findRoom(tx, key, { isLocked: true })
    if (room === undefined || room.status === 'closed') throw new ProductError('gone')
    const { settings } = await contentOf({ ...context, db: tx }, room)
    const newcomer = { tokenHash: hashToken(token), factor: settings.extraTime / 100 }
    const onDevice = await pupilOf({ ...context, db: tx }, room)
    if (onDevice?.is_kicked) throw new ProductError('forbidden')
    return entered(context, { token, code: room.code, name: await takePlace(tx, room, pass, newcomer) })
  }
  return await context.roomHub.inTurn(key, () => transaction(context.db, letIn))
}

async function takePlace(
  tx: Db,
  room: RoomRow,
  { id: passId, name: wanted }: CoursePass,
  newcomer: { tokenHash: Buffer; factor: number },
): Promise<string> {
  const place = await findByPass(tx, room, passId)
  if (place?.is_kicked) throw new ProductError('forbidden')
  if (place) {
    const seq = await nextSeq(tx, room)
    await updateParticipant(tx, room, { participantId: place.id, seq }, { token_hash: newcomer.tokenHash })
    return place.name
  }
  if (room.is_locked) throw new ProductError('forbidden')
  if ((await countParticipants(tx, room)) >= settingsOf(room).maxPupils)
    throw new ProductError('storage_quota')
  const name = nameFor(room, await takenLooks(tx, room), wanted)
  const seq = await nextSeq(tx, room)
  const isIn = await insertParticipant(tx, room, {
    ...newcomer,
    ...{ name, seat: null, seq, team: null, passId },
  })
  if (isIn === undefined) throw new ProductError('conflict')
  await announceRoom(tx, room)
  return name
}

/** The name of the course, with a number where somebody has it; a made-up one for what no class should or can read. */
function nameFor({ world }: RoomRow, taken: ReadonlySet<string>, given: string): string {
  const wanted = cleanName(given)
  if (wanted === '' || !isDecentName(wanted)) {
    const [place = 0] = freeNames(world, taken, 1, () => randomInt(1_000_000) / 1_000_000)
    return nameAt(world, place) ?? wanted
  }
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} ${number}`
    if (!isSeenIn(taken, name)) return name
  }
}

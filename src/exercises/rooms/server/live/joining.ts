import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { RoomSettings } from '#exercises/model/room.ts'
import { drawTeam } from '#exercises/model/teams.ts'
import type { Context } from '#platform/context/context.ts'
import { limitLockWait } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { hashToken } from '#platform/env/secrets.ts'
import { isProductError, ProductError } from '#platform/errors.ts'
import { readCode, readPin } from '../../rules/code.ts'
import { freeNames, nameAt } from '../../rules/names.ts'
import { settingsOf } from '../own-rooms.ts'
import {
  countParticipants,
  findParticipant,
  findSeat,
  insertParticipant,
  isNameTaken,
  type PlacedRow,
  takenLooks,
  takenTeams,
  updateParticipant,
} from '../people-queries.ts'
import { announceRoom, findRoom, findRoomByCode, nextSeq, type RoomRow } from '../queries.ts'
import { contentOf } from './content.ts'
import { readName } from './control.ts'
import { placesWith, tokensIn } from './room-cookies.ts'

/** What a pupil says at the door. */
export interface Entry {
  /** The place of one of the names that were offered. */
  pick?: number | undefined
  pin?: string | undefined
  name?: string | undefined
  password?: string | undefined
  /** Where pupils choose theirs. */
  team?: number | undefined
}

/**
 * The room of a code in the world of who asks. Wrong codes of a network are counted, right ones never.
 * @throws ProductError not_found; rate_limited (too many wrong ones)
 */
export async function roomOfCode(context: Context, typed: string, ip: string | undefined): Promise<RoomRow> {
  const code = readCode(typed)
  const room = code && (await findRoomByCode(context.db, context.world, code))
  if (room) return room
  if (ip !== undefined) await context.roomGuesses.miss(ip)
  throw new ProductError('not_found')
}

/** The pupil who holds this place in the room; undefined for everybody else. */
export async function pupilOf(
  context: Context,
  room: RoomRow,
  token = context.roomToken,
): Promise<PlacedRow | undefined> {
  return await findParticipant(context.db, room, tokensIn(token).map(hashToken))
}

/** Three names nobody in the room has, to pick from. */
export async function offeredNames(
  context: Context,
  room: RoomRow,
): Promise<{ place: number; name: string }[]> {
  const taken = await takenLooks(context.db, room)
  const places = freeNames(room.world, taken, 3, () => randomInt(1_000_000) / 1_000_000)
  return places.map((place) => ({ place, name: nameAt(room.world, place) ?? '' }))
}

/**
 * Lets a pupil in. Whoever has a place already keeps it; the PIN of a seat brings its work back on another device.
 * @throws ProductError not_found; rate_limited; gone (closed); forbidden (removed, or the door is shut);
 * storage_quota (full); invalid_input (`pick`, `name`: taken; `pin`; `password`; `team`)
 */
export async function enterRoom(
  context: Context,
  code: string,
  entry: Entry,
  ip: string | undefined,
): Promise<{ token: string; name: string; code: string; places: string }> {
  const found = await roomOfCode(context, code, ip)
  const before = await pupilOf(context, found)
  const known = before && tokensIn(context.roomToken).find((one) => hashToken(one).equals(before.token_hash))
  if (before && known !== undefined) {
    if (before.is_kicked) throw new ProductError('forbidden')
    return entered(context, { token: known, name: before.name, code: found.code })
  }
  const token = randomBytes(24).toString('base64url')
  try {
    const { settings } = await contentOf(context, found)
    const newcomer = { tokenHash: hashToken(token), factor: settings.extraTime / 100 }
    const name = await context.roomHub.inTurn(found, () =>
      transaction(context.db, (tx) => letIn(tx, found, entry, newcomer)),
    )
    return entered(context, { token, name, code: found.code })
  } catch (error) {
    if (ip !== undefined && isProductError(error) && (error.fields?.pin || error.fields?.password))
      await context.roomGuesses.miss(ip)
    throw error
  }
}

/** With what the device keeps from now on. */
export function entered<E extends { token: string }>(
  { roomToken }: Context,
  entry: E,
): E & { places: string } {
  return { ...entry, places: placesWith(entry.token, roomToken) }
}

/** So long a room that somebody else holds is waited for. */
export const lockMs = 2_000

/** Who comes in: how their device is known again, and how much of the time is theirs. */
interface Newcomer {
  tokenHash: Buffer
  factor: number
}

async function letIn(tx: Db, found: RoomRow, entry: Entry, newcomer: Newcomer): Promise<string> {
  await limitLockWait(tx, lockMs)
  const room = await findRoom(tx, found, { isLocked: true })
  if (room === undefined || room.status === 'closed') throw new ProductError('gone')
  const settings = settingsOf(room)
  if (!isSame(settings.password, entry.password?.trim() ?? ''))
    throw new ProductError('invalid_input', { fields: { password: entry.password ? 'invalid' : 'required' } })
  if (settings.naming === 'seat') return await takeSeat(tx, room, entry, newcomer)
  if (room.is_locked) throw new ProductError('forbidden')
  if ((await countParticipants(tx, room)) >= settings.maxPupils) throw new ProductError('storage_quota')
  const isFree = settings.naming === 'free'
  const name = isFree ? readName(entry.name) : nameAt(room.world, entry.pick ?? -1)
  const field = isFree ? 'name' : 'pick'
  if (name === undefined) throw new ProductError('invalid_input', { fields: { [field]: 'required' } })
  const isTaken = await isNameTaken(tx, room, name)
  if (isTaken) throw new ProductError('invalid_input', { fields: { [field]: 'invalid' } })
  const team = await teamOf(tx, room, settings, entry.team)
  const seq = await nextSeq(tx, room)
  if ((await insertParticipant(tx, room, { ...newcomer, name, seat: null, seq, team })) === undefined)
    throw new ProductError('invalid_input', { fields: { [field]: 'invalid' } })
  await announceRoom(tx, room)
  return name
}

async function takeSeat(
  tx: Db,
  room: RoomRow,
  { pin: typed, team: chosen }: Entry,
  newcomer: Newcomer,
): Promise<string> {
  const pin = readPin(typed)
  const seat = pin && (await findSeat(tx, room, pin))
  if (!seat) throw new ProductError('invalid_input', { fields: { pin: typed ? 'invalid' : 'required' } })
  if (seat.is_kicked) throw new ProductError('forbidden')
  const name = seatName(room, seat.seat)
  if (seat.participant_id !== null) {
    const place = { participantId: seat.participant_id, seq: await nextSeq(tx, room) }
    await updateParticipant(tx, room, place, { token_hash: newcomer.tokenHash })
    return name
  }
  if (room.is_locked) throw new ProductError('forbidden')
  const team = await teamOf(tx, room, settingsOf(room), chosen)
  const seq = await nextSeq(tx, room)
  await insertParticipant(tx, room, { ...newcomer, name, seat: seat.seat, seq, team })
  await announceRoom(tx, room)
  return name
}

/** @throws ProductError invalid_input (`team`: none was chosen, or there is no such one) */
async function teamOf(
  tx: Db,
  room: RoomRow,
  { teams, teamsBy }: RoomSettings,
  chosen: number | undefined,
): Promise<number | null> {
  if (teams === 0) return null
  if (teamsBy === 'drawn')
    return drawTeam(await takenTeams(tx, room), teams, () => randomInt(1_000_000) / 1_000_000)
  if (chosen === undefined || chosen < 1 || chosen > teams)
    throw new ProductError('invalid_input', { fields: { team: 'required' } })
  return chosen
}

/** What a seat is called in lists: the beginning of the code, and its number. */
export function seatName({ code }: Pick<RoomRow, 'code'>, seat: number): string {
  return `${code.slice(0, 2)}-${seat}`
}

function isSame(wanted: string, given: string): boolean {
  if (wanted === '') return true
  return timingSafeEqual(hashToken(wanted), hashToken(given))
}

import type { Context } from '#platform/context/context.ts'
import { hashToken } from '#platform/env/secrets.ts'
import { ProductError } from '#platform/errors.ts'
import { findParticipants, type PlacedRow } from '../people-queries.ts'
import type { RoomKey } from '../types.ts'
import { roomOfCode } from './joining.ts'
import { requirePupil } from './pupil-view.ts'
import { placesWith, placesWithout, restingTokens, tokensIn } from './room-cookies.ts'

/** Those who worked in the room of a code on this device before somebody else said "that is not me". */
export async function restingIn(context: Context, code: string): Promise<{ id: number; name: string }[]> {
  const rows = await restingPupils(context, await roomOfCode(context, code, context.ip))
  return rows.map(({ id, name }) => ({ id, name }))
}

async function restingPupils({ db, roomToken }: Context, room: RoomKey): Promise<PlacedRow[]> {
  return await findParticipants(db, room, restingTokens(roomToken).map(hashToken))
}

/**
 * Somebody else works on the device now: the place of the pupil before rests with all its work, and they can come back.
 * @throws ProductError not_found; rate_limited; unauthorized; forbidden (who was removed cannot begin anew)
 */
export async function leavePlace(
  context: Context,
  code: string,
  ip: string | undefined,
): Promise<{ code: string; places: string }> {
  const { room, pupil } = await requirePupil(context, code, ip)
  const token = tokensIn(context.roomToken).find((one) => hashToken(one).equals(pupil.token_hash)) ?? ''
  return { code: room.code, places: placesWithout(token, context.roomToken) }
}

/** Takes up a place again that rests on this device. @throws ProductError not_found; rate_limited */
export async function resumePlace(
  context: Context,
  { code, pupilId }: { code: string; pupilId: number },
  ip: string | undefined,
): Promise<{ code: string; places: string }> {
  const room = await roomOfCode(context, code, ip)
  const pupil = (await restingPupils(context, room)).find(({ id }) => id === pupilId)
  const token =
    pupil && restingTokens(context.roomToken).find((one) => hashToken(one).equals(pupil.token_hash))
  if (token === undefined) throw new ProductError('not_found')
  return { code: room.code, places: placesWith(token, context.roomToken) }
}

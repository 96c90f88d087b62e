import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { authorize } from '#platform/http/access/authorize.ts'
import { roomLimits } from '#platform/rules/exercise-limits.ts'
import { ownRoom } from '../own-rooms.ts'
import { roomState } from '../view.ts'
import { broadcastRooms } from './broadcast.ts'
import type { Seat } from './connection.ts'
import { roomOfCode } from './joining.ts'
import { pupilState, requirePupil, viewKey } from './pupil-view.ts'

/** Who asks where no line stands, and how far they have heard; undefined: nothing yet. */
interface Asking {
  code: string
  role: Seat['role']
  since: number | undefined
}

/**
 * What a line would have told, for networks that let none through: `welcome` at first, then the same messages, for which the
 * answer waits some seconds. `seq` is what to ask from the next time.
 * @throws ProductError not_found; rate_limited; unauthorized; forbidden (removed)
 */
export async function messagesFor(
  context: Context,
  { code, role, since }: Asking,
  ip: string | undefined,
): Promise<{ seq: number; messages: object[] }> {
  const { room, own } = await placeOf(context, code, role, ip)
  const seq = Number(room.seq)
  if (since === undefined) {
    const snapshot = own ? { ...pupilState(room, own), view: viewKey(room, own) } : roomState(room)
    return { seq, messages: [{ type: 'welcome', seq, snapshot }] }
  }
  if (seq <= since) await context.roomHub.change(room, roomLimits.pollMs)
  const messages: object[] = []
  const peer = {
    sessionId: context.requestId,
    send: (message: object) => void messages.push(message),
    close(code: number) {
      // Deleted meanwhile; who was removed is told so by a message.
      if (code === 4410) throw new ProductError('not_found')
    },
  }
  const key = { world: room.world, id: room.id }
  const seat: Seat = { key, role, participantId: own?.id, heard: since, peer }
  await broadcastRooms(context, [{ key, seats: [seat] }])
  return { seq: Number(seat.heard), messages }
}

async function placeOf(context: Context, code: string, role: Seat['role'], ip: string | undefined) {
  if (role === 'participant') {
    const { room, pupil } = await requirePupil(context, code, ip)
    return { room, own: pupil }
  }
  const found = await roomOfCode(context, code, ip)
  authorize(context, 'room.view')
  return { room: await ownRoom(context, found.id), own: undefined }
}

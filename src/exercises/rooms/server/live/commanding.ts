import type { z } from 'zod'
import type { Context, Deps } from '#platform/context/context.ts'
import { authorize } from '#platform/http/access/authorize.ts'
import { toProductError } from '#platform/http/access/failure.ts'
import type { Message } from '#platform/realtime/socket.ts'
import { livingSessions } from '#shop/people/identity/server/service.ts'
import { controlSchema } from '../answers/input.ts'
import { roomState } from '../view.ts'
import type { Seat } from './connection.ts'
import { controlRoom } from './control.ts'

/** A command over the line of a teacher; one that is none of ours is none. */
export interface Ordered {
  id: string
  control: z.output<typeof controlSchema>
}

/** `{type: "control", id, cmd, ...}` of interactive-ai.md 5; undefined: not understood. */
export function orderedIn({ type, id, cmd, ...rest }: Message): Ordered | undefined {
  if (type !== 'control' || typeof id !== 'string' || id.length > 64) return undefined
  const control = controlSchema.safeParse({ ...rest, command: cmd })
  return control.success ? { id, control: control.data } : undefined
}

/** Does what a teacher orders over their line, as the same call without one does, and says what became of it. */
export async function command(
  deps: Deps,
  seat: Seat,
  lead: Context,
  { id, control }: Ordered,
): Promise<void> {
  const { peer, key, sessionHash } = seat
  try {
    // Lines of who logged out live on for a while; their word is none any more.
    if (sessionHash && (await livingSessions(deps.db, [sessionHash])).size === 0)
      return peer.close(4401, 'no_reconnect unauthorized')
    authorize(lead, 'room.control')
    const { extraTime, ...rest } = control
    const room = await controlRoom(lead, key.id, { ...rest, factor: extraTime && extraTime / 100 })
    peer.send({ type: 'ack', id, seq: Number(room.seq), ...roomState(room) })
  } catch (error) {
    const { code, fields } = toProductError(error)
    if (code === 'server_error') deps.log.error({ err: error }, 'a command of a room failed')
    peer.send({ type: 'ack', id, refused: code, ...(fields && { fields }) })
  }
}

import type { z } from 'zod'
import { type Context, type Deps, strangerContext } from '#platform/context/context.ts'
import { isProductError, ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { authorize } from '#platform/http/access/authorize.ts'
import { toProductError } from '#platform/http/access/failure.ts'
import { type Message, type Peer, socketType } from '#platform/realtime/socket.ts'
import { isLiveWorld } from '#platform/routing/worlds.ts'
import { unstorableTexts } from '#platform/rules/contract/text.ts'
import { socketLimits } from '#platform/rules/socket-limits.ts'
import { livingSessions, resolveVisitor } from '#shop/people/identity/server/service.ts'
import type { Given } from '../answers/answering.ts'
import { answersSchema, controlSchema } from '../answers/input.ts'
import { ownRoom } from '../own-rooms.ts'
import type { RoomRow } from '../queries.ts'
import { roomState } from '../view.ts'
import type { Seat } from './connection.ts'
import { controlRoom } from './control.ts'
import { roomOfCode } from './joining.ts'
import { pupilState, requirePupil, viewKey } from './pupil-view.ts'

/** Windows of one pupil: a phone that comes back before its old line is found dead. */
const windowsOfPupil = 5

/**
 * `wss .../rooms/{code}/ws` (interactive-ai.md 5): hello, answers with acks, signals, commands of the teacher, and what
 * changes.
 */
export const roomSocket = socketType<Seat>({
  path: '/rooms/{code}/ws',
  words: { hello: 'hello', welcome: 'welcome' },
  async open(deps, hello, request, peer) {
    const { world, role, token, last_seq: lastSeq } = hello
    if (typeof world !== 'string' || !isLiveWorld(world)) throw new ProductError('invalid_input')
    if (token !== undefined && token !== null && typeof token !== 'string')
      throw new ProductError('unauthorized')
    const heard = Number.isSafeInteger(lastSeq) ? Number(lastSeq) : -1
    const code = /^\/rooms\/(\w{1,20})\/ws/.exec(request.url ?? '')?.[1] ?? ''
    const cookies = deps.cookies.read(request.headers.cookie)
    const context: Context = {
      ...strangerContext(deps, world, peer.sessionId),
      roomToken: token || cookies.room,
    }
    if (role === 'participant') return await openPupil(context, code, { peer, heard })
    if (role !== 'teacher' && role !== 'screen') throw new ProductError('invalid_input')
    const visitor = await resolveVisitor(deps, token ? { bearer: token } : { sessionToken: cookies.session })
    const member = { ...context, visitor }
    authorize(member, 'room.view')
    const found = await roomOfCode(member, code, undefined)
    const room = await ownRoom(member, found.id)
    if (deps.roomHub.countLed(keyOf(room)) >= socketLimits.perMember) throw new ProductError('rate_limited')
    const { sessionHash } = requireMember(member)
    const seat = { key: keyOf(room), role, participantId: undefined, sessionHash, peer, heard } as const
    const lead = role === 'teacher' ? { lead: member } : {}
    return seated(deps, { ...seat, ...lead }, room, roomState(room))
  },
  receive(deps, seat, message) {
    const order = seat.lead && orderedIn(message)
    if (seat.lead && order) void command(deps, seat, seat.lead, order)
    if (order) return true
    if (isTooSoon(seat, message)) return true
    const given = givenOf(seat, message)
    if (given === undefined) return false
    void hand(deps, seat, message.id, given)
    return true
  },
  leave: ({ roomHub }, seat) => roomHub.leave(seat),
})

async function openPupil(context: Context, code: string, { peer, heard }: { peer: Peer; heard: number }) {
  const { room, pupil } = await requirePupil(context, code, undefined).catch(asStranger)
  if (context.roomHub.countOf(pupil.id) >= windowsOfPupil) throw new ProductError('rate_limited')
  const seat: Seat = { key: keyOf(room), role: 'participant', participantId: pupil.id, peer, heard }
  return seated(context, seat, room, { ...pupilState(room, pupil), view: viewKey(room, pupil) })
}

function seated(deps: Deps, seat: Seat, room: RoomRow, snapshot: object) {
  deps.roomHub.join(seat)
  const heartbeat = socketLimits.heartbeatMs / 1000
  return { session: seat, reply: { heartbeat, seq: Number(room.seq), snapshot } }
}

const progressStates: ReadonlySet<unknown> = new Set([undefined, 'seen', 'typing', 'done'])
/** Pages say it every two seconds at most; what comes sooner tells nothing new. */
const progressMs = 1_000

/** Whether a pupil said just before where they work. */
function isTooSoon(seat: Seat, { type, element_id: element, state }: Message): boolean {
  if (type !== 'progress' || typeof element !== 'string' || !progressStates.has(state)) return false
  const now = Date.now()
  if (now - (seat.placedAt ?? 0) < progressMs) return true
  seat.placedAt = now
  return false
}

/** A code nobody has is answered like a room one is not in: lines tell nothing to who guesses. */
function asStranger(error: unknown): never {
  throw isProductError(error) && error.code === 'not_found' ? new ProductError('unauthorized') : error
}

function keyOf({ world, id }: RoomRow) {
  return { world, id }
}

/** What a pupil's message hands in; undefined: not understood. Teachers and screens hand in nothing here. */
function givenOf({ participantId }: Seat, message: Message): Given | undefined {
  if (participantId === undefined) return undefined
  const { type, element_id: element, id } = message
  if (type === 'hand' && typeof message.up === 'boolean')
    return { kind: 'signal', participantId, isHandUp: message.up }
  if (type === 'away') return { kind: 'signal', participantId, isAway: true }
  if (typeof element !== 'string' || element.length > 26) return undefined
  if (type === 'progress' && !progressStates.has(message.state)) return undefined
  if (type === 'progress') return { kind: 'signal', participantId, element }
  const answers = answersSchema.safeParse(message.response)
  const seqLocal = Number(message.seq_local)
  if (answers.success && unstorableTexts([answers.data]).length > 0) return undefined
  const isNamed = typeof id === 'string' && id.length <= 64
  if (type !== 'answer' || !isNamed || !answers.success || !isCount(seqLocal)) return undefined
  return {
    kind: 'answer',
    participantId,
    elementId: element,
    answers: answers.data,
    seqLocal,
    at: Date.now(),
  }
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0 && value < 2_000_000_000
}

/** Without an acknowledgement the device sends it again. */
async function hand(deps: Deps, { key, peer }: Seat, id: unknown, given: Given): Promise<void> {
  try {
    const taken = await deps.roomHub.submit(key, given)
    if (given.kind !== 'answer') return
    if ('refused' in taken) return peer.send({ type: 'ack', id, refused: taken.refused })
    const score = 'score' in taken && taken.isShown ? { score: scoreLine(taken.score) } : {}
    peer.send({ type: 'ack', id, ...score })
  } catch (error) {
    deps.log.warn({ err: error }, 'an answer of a room not taken')
  }
}

function scoreLine({ state, raw, max }: { state: string; raw: number; max: number }) {
  return { state, raw, max }
}

/** A command over the line of a teacher; one that is none of ours is none. */
interface Ordered {
  id: string
  control: z.output<typeof controlSchema>
}

/** `{type: "control", id, cmd, ...}` of interactive-ai.md 5; undefined: not understood. */
function orderedIn({ type, id, cmd, ...rest }: Message): Ordered | undefined {
  if (type !== 'control' || typeof id !== 'string' || id.length > 64) return undefined
  const control = controlSchema.safeParse({ ...rest, command: cmd })
  return control.success ? { id, control: control.data } : undefined
}

/** Does what a teacher orders over their line, as the same call without one does, and says what became of it. */
async function command(deps: Deps, seat: Seat, lead: Context, { id, control }: Ordered): Promise<void> {
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

import { renderSVG } from 'uqr'
import {
  answerOf,
  dictatedIn,
  listRooms,
  lookAtRoom,
  restingIn,
  resultsOf,
  screenOf,
  switchesOf,
  viewRoom,
} from '#exercises/rooms/server/service.ts'
import { boughtUnits, listUnits } from '#exercises/units/server/service.ts'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { url } from '#platform/routing/url.ts'
import { readId } from '#platform/rules/contract/world.ts'

type Params = Readonly<Record<string, string>>

/** The member's rooms, and the units one can be made of: their own and what they bought. */
export async function loadRooms(context: Context) {
  const [rooms, units, bought] = await Promise.all([
    listRooms(context),
    listUnits(context),
    boughtUnits(context),
  ])
  const own = units.filter(({ version, is_lost: isLost }) => version > 0 && !isLost)
  const choices = new Map([
    ...own.map(({ id, title }) => [id, title] as const),
    ...bought.map(({ unit_id: id, title }) => [id, title] as const),
  ])
  return {
    rooms,
    units: [...choices].map(([id, title]) => ({ id: String(id), name: title })),
  }
}

/**
 * The desk of a room: who is in, how far, what came of it; `?pupil=` and `?answer=` open one answer.
 * @throws ProductError not_found
 */
export async function loadDesk(context: Context, params: Params, query: URLSearchParams) {
  const id = roomId(params)
  const [view, results] = await Promise.all([viewRoom(context, id), resultsOf(context, id)])
  const switches = await switchesOf(context, view.room)
  const dictated = await dictatedIn(context, view.room)
  const pupil = readId(query.get('pupil'))
  const answer = query.get('answer')
  const open = pupil !== undefined && answer !== null ? await answerOf(context, id, pupil, answer) : undefined
  return { ...view, results, switches, dictated, open, ...entranceOf(context, view.room.code) }
}

/** What stands on the board. @throws ProductError not_found */
export async function loadScreen(context: Context, params: Params) {
  const view = await screenOf(context, roomId(params))
  return { ...view, ...entranceOf(context, view.room.code) }
}

/** A room as a pupil sees it. @throws ProductError not_found; rate_limited (too many wrong codes) */
export async function loadRoom(context: Context, params: Params) {
  const view = await lookAtRoom(context, params.code ?? '', context.ip)
  return { ...view, resting: view.pupil ? [] : await restingIn(context, view.code) }
}

/** The address pupils type or scan, and the picture of it; drawn for print and phones, dark on light. */
function entranceOf({ world, env }: Context, code: string) {
  const address = new URL(url('room', { world, code }), env.siteUrl).href
  return { address, qr: `data:image/svg+xml,${encodeURIComponent(renderSVG(address, { border: 2 }))}` }
}

function roomId({ roomId: text }: Params): number {
  const id = readId(text)
  if (id === undefined) throw new ProductError('not_found')
  return id
}

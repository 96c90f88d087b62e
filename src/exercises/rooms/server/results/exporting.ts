import { exportUnit } from '#exercises/formats/outgoing/exports.ts'
import type { UnitContent } from '#exercises/model/unit.ts'
import { drawApart, type PaperLook, printContent, takeAlong } from '#exercises/units/server/service.ts'
import type { Context } from '#platform/context/context.ts'
import { url } from '#platform/routing/url.ts'
import { missedIn } from '../answers/missed-tasks.ts'
import { contentOf } from '../live/content.ts'
import { seatName } from '../live/joining.ts'
import { ownRoom, seatsOf } from '../own-rooms.ts'
import { type DrawnFormat, drawExport, type ExportTask, isQuick, type ResultFormat } from './export-files.ts'
import { askedIn, type RoomResults, resultsOf } from './results.ts'

const drawer = new URL('./export-thread.ts', import.meta.url)

const kinds: Record<DrawnFormat, { ending: string; mime: string }> = {
  csv: { ending: 'csv', mime: 'text/csv; charset=utf-8' },
  xlsx: { ending: 'xlsx', mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  xapi: { ending: 'xapi.json', mime: 'application/json' },
  pdf: { ending: 'pdf', mime: 'application/pdf' },
  pupils: { ending: 'pupils.pdf', mime: 'application/pdf' },
}

/** A file to take away. */
export interface ResultFile {
  name: string
  mime: string
  bytes: Buffer
}

/** The results of an own room as a file. @throws ProductError unauthorized; not_found; unavailable; licence_lost (of tasks) */
export async function exportResults(context: Context, id: number, format: ResultFormat): Promise<ResultFile> {
  const results = await resultsOf(context, id)
  const content = await contentOf(context, results.room)
  if (format === 'gift') return await missedTasks(context, content, results)
  const { ending, mime } = kinds[format]
  const tasks = format === 'xapi' ? askedIn(content) : []
  const task: ExportTask = { kind: 'results', format, results, tasks, siteUrl: context.env.siteUrl }
  return { name: `room-${results.room.code}.${ending}`, mime, bytes: await drawn(context, task) }
}

/** A table of a class is written at once; what is drawn, or is large, on a thread. */
async function drawn(context: Context, task: ExportTask): Promise<Buffer> {
  return isQuick(task) ? await drawExport(task) : await drawApart(context, drawer, task)
}

/** What not everybody had right, as questions for the next lesson; what GIFT has no words for is left out. */
async function missedTasks(
  context: Context,
  content: UnitContent,
  results: RoomResults,
): Promise<ResultFile> {
  const missed = missedIn(content, results)
  if (results.room.unit_id !== null) await takeAlong(context, results.room.unit_id, missed)
  const { text, mime } = exportUnit(missed, 'gift')
  return { name: `room-${results.room.code}-missed.gift`, mime, bytes: Buffer.from(text) }
}

/** The seat cards of an own room. @throws ProductError unauthorized; not_found; unavailable */
export async function exportSeatCards(context: Context, id: number): Promise<ResultFile> {
  const { room, seats } = await seatsOf(context, id)
  const { world, code, title } = room
  const named = seats.map(({ seat, pin }) => ({ name: seatName(room, seat), pin }))
  const { siteUrl } = context.env
  const task: ExportTask = { kind: 'seats', room: { world, code, title }, seats: named, siteUrl }
  const bytes = await drawn(context, task)
  return { name: `room-${code}-seats.pdf`, mime: 'application/pdf', bytes }
}

/** What an own room plays on paper, with the way to the room as a QR code. @throws ProductError unauthorized; not_found; unavailable */
export async function exportWorksheet(context: Context, id: number, look: PaperLook): Promise<ResultFile> {
  const room = await ownRoom(context, id)
  const { world, code } = room
  const address = new URL(url('room', { world, code }), context.env.siteUrl).href
  const options = { ...look, seed: `print:room:${id}`, withKey: true, address }
  const { pdf } = await printContent(context, await contentOf(context, room), options)
  return { name: `room-${code}-worksheet.pdf`, mime: 'application/pdf', bytes: pdf }
}

import { translator } from '#i18n/translate.ts'
import { exportUnit } from '#shared/interactive/exports.ts'
import type { UnitContent } from '#shared/interactive/unit.ts'
import type { Context } from '../../context.ts'
import { contentOf } from './content.ts'
import { classReport, pupilReports, seatCards } from './paper.ts'
import { type RoomResults, resultsOf } from './results.ts'
import { seatsOf } from './service.ts'
import { csvOf, resultTable, xlsxOf } from './table.ts'
import { statementsOf } from './xapi.ts'

export const resultFormats = ['csv', 'xlsx', 'pdf', 'pupils', 'xapi', 'gift'] as const
export type ResultFormat = (typeof resultFormats)[number]

/** A file to take away. */
export interface ResultFile {
  name: string
  mime: string
  bytes: Buffer
}

/** The results of an own room as a file. @throws ProductError unauthorized; not_found */
export async function exportResults(context: Context, id: number, format: ResultFormat): Promise<ResultFile> {
  const results = await resultsOf(context, id)
  const { code, title, world } = results.room
  const name = (ending: string) => `room-${code}.${ending}`
  const table = () => resultTable(translator(world), results)
  if (format === 'csv')
    return { name: name('csv'), mime: 'text/csv; charset=utf-8', bytes: csvOf(world, table()) }
  if (format === 'xlsx') {
    const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    return { name: name('xlsx'), mime, bytes: xlsxOf(title, table()) }
  }
  if (format === 'xapi') {
    const statements = statementsOf(results, context.env.siteUrl)
    return {
      name: name('xapi.json'),
      mime: 'application/json',
      bytes: Buffer.from(JSON.stringify(statements, null, 1)),
    }
  }
  if (format === 'gift') return missedTasks(await contentOf(context, results.room), results)
  const bytes = await (format === 'pdf' ? classReport(results) : pupilReports(results))
  return { name: name(format === 'pdf' ? 'pdf' : 'pupils.pdf'), mime: 'application/pdf', bytes }
}

/** What not everybody had right, as questions for the next lesson; what GIFT has no words for is left out. */
function missedTasks(content: UnitContent, { room, figures }: RoomResults): ResultFile {
  const missed = new Set(figures.filter(({ p }) => p !== undefined && p < 1).map(({ element }) => element))
  const pages = content.pages.map((page) => ({
    ...page,
    elements: page.elements.filter(({ id }) => missed.has(id)),
  }))
  const { text, mime } = exportUnit({ ...content, pages }, 'gift')
  return { name: `room-${room.code}-missed.gift`, mime, bytes: Buffer.from(text) }
}

/** The seat cards of an own room. @throws ProductError unauthorized; not_found */
export async function exportSeatCards(context: Context, id: number): Promise<ResultFile> {
  const { room, seats } = await seatsOf(context, id)
  const bytes = await seatCards(room, seats, context.env.siteUrl)
  return { name: `room-${room.code}-seats.pdf`, mime: 'application/pdf', bytes }
}

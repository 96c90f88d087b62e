import { translator } from '#i18n/translate.ts'
import type { Context } from '../../context.ts'
import { classReport, pupilReports, seatCards } from './paper.ts'
import { resultsOf } from './results.ts'
import { seatsOf } from './service.ts'
import { csvOf, resultTable, xlsxOf } from './table.ts'
import { statementsOf } from './xapi.ts'

export const resultFormats = ['csv', 'xlsx', 'pdf', 'pupils', 'xapi'] as const
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
  const bytes = await (format === 'pdf' ? classReport(results) : pupilReports(results))
  return { name: name(format === 'pdf' ? 'pdf' : 'pupils.pdf'), mime: 'application/pdf', bytes }
}

/** The seat cards of an own room. @throws ProductError unauthorized; not_found */
export async function exportSeatCards(context: Context, id: number): Promise<ResultFile> {
  const { room, seats } = await seatsOf(context, id)
  const bytes = await seatCards(room, seats, context.env.siteUrl)
  return { name: `room-${room.code}-seats.pdf`, mime: 'application/pdf', bytes }
}

import type { Element } from '#exercises/model/unit.ts'
import { translator } from '#platform/i18n/translate.ts'
import type { RoomResults } from './results.ts'
import { classReport, type PaperRoom, pupilReports, seatCards } from './results-pdf.ts'
import { csvOf, resultTable, xlsxOf } from './table.ts'
import { statementsOf } from './xapi.ts'

const drawnFormats = ['csv', 'xlsx', 'pdf', 'pupils', 'xapi'] as const
export type DrawnFormat = (typeof drawnFormats)[number]

export const resultFormats = [...drawnFormats, 'gift'] as const
export type ResultFormat = (typeof resultFormats)[number]

/** What is drawn, with everything it needs. */
export type ExportTask =
  | { kind: 'results'; format: DrawnFormat; results: RoomResults; tasks: Element[]; siteUrl: string }
  | { kind: 'seats'; room: PaperRoom; seats: { name: string; pin: string }[]; siteUrl: string }

/** Answers of a class of 30 with 60 tasks: a table of them takes some milliseconds. */
const quickAnswers = 2000

/** Whether the file of a task is made in no time. */
export function isQuick(task: ExportTask): boolean {
  if (task.kind === 'seats' || task.format === 'pdf' || task.format === 'pupils') return false
  return task.results.pupils.length * task.results.elements.length <= quickAnswers
}

/** Makes the file of a task: seconds for a class of 200 with 200 tasks. */
export async function drawExport(task: ExportTask): Promise<Buffer> {
  if (task.kind === 'seats') return await seatCards(task.room, task.seats, task.siteUrl)
  const { format, results, tasks, siteUrl } = task
  const { world, title } = results.room
  const table = () => resultTable(translator(world), results)
  if (format === 'csv') return csvOf(world, table())
  if (format === 'xlsx') return xlsxOf(title, table())
  if (format === 'xapi') return Buffer.from(JSON.stringify(statementsOf(results, tasks, siteUrl), null, 1))
  return await (format === 'pdf' ? classReport(results) : pupilReports(results))
}

import { serveApart } from '#platform/jobs/apart-thread.ts'
import { drawWorksheet, type Worksheet } from './paper.ts'

/** The thread of printing.ts. */
serveApart(async (sheet: Worksheet) => new Uint8Array(await drawWorksheet(sheet)))

import { serveApart } from '#platform/jobs/apart-thread.ts'
import { drawExport, type ExportTask } from './export-files.ts'

/** The thread of exporting.ts. */
serveApart(async (task: ExportTask) => new Uint8Array(await drawExport(task)))

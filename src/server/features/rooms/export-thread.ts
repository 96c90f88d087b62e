import { parentPort, workerData } from 'node:worker_threads'
import { drawExport, type ExportTask } from './export-files.ts'

/** The thread of exporting.ts: one file, then it ends. */
parentPort?.postMessage(new Uint8Array(await drawExport(workerData as ExportTask)))

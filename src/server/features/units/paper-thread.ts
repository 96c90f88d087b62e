import { parentPort, workerData } from 'node:worker_threads'
import { drawWorksheet, type Worksheet } from './paper.ts'

/** The thread of printing.ts: one worksheet, then it ends. */
const pdf = await drawWorksheet(workerData as Worksheet)
parentPort?.postMessage(new Uint8Array(pdf))

import { parentPort, workerData } from 'node:worker_threads'
import { type Certificate, drawCertificate } from './certificate-paper.ts'

/** The thread of certificate.ts: one certificate, then it ends. */
parentPort?.postMessage(new Uint8Array(await drawCertificate(workerData as Certificate)))

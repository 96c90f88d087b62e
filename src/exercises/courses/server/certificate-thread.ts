import { serveApart } from '#platform/jobs/apart-thread.ts'
import { type Certificate, drawCertificate } from './certificate-paper.ts'

/** The thread of certificate.ts. */
serveApart(async (sheet: Certificate) => new Uint8Array(await drawCertificate(sheet)))

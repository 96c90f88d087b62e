import { hash } from 'node:crypto'
import type { EmailHashes } from '#platform/gateways/analytics/analytics.ts'

/** Specification 5: of the address in small letters, without what stands around it. */
export function emailHashes(email: string): EmailHashes {
  const folded = email.trim().toLowerCase()
  return { md5: hash('md5', folded), sha256: hash('sha256', folded) }
}

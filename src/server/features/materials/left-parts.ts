import { stampLimits } from '#shared/limits.ts'
import type { LeftPart, LeftReason } from '../../gateways/documents/documents.ts'

/** Why a file says who made it, or does not say who bought it, though both are wished otherwise. */
export interface FileFinding {
  /** Of the file, or of the file inside of it. */
  name: string
  reason: LeftReason | 'too_large'
}

const reasons: readonly LeftReason[] = ['signed', 'protected', 'form', 'damaged', 'old_format']
/** An archive of hundreds of signed files names the first ones. */
const most = 20

/** As it is stored: `reason:name`. */
export function storedParts(parts: readonly LeftPart[]): string[] {
  return parts.slice(0, most).map(({ name, reason }) => `${reason}:${name ?? ''}`)
}

/** What is stored, read again; what no rule knows any more is left out. */
export function leftParts(stored: readonly string[] | null): LeftPart[] {
  return (stored ?? []).flatMap((text) => {
    const at = text.indexOf(':')
    const reason = reasons.find((each) => each === text.slice(0, at))
    return reason ? [{ name: text.slice(at + 1) || null, reason }] : []
  })
}

/**
 * What the author of a file should know before it is published: parts that still may name them, and a PDF that buyers get
 * without their name though `stampsFiles` wishes it (stampLimits).
 */
export function findingsOf(
  file: {
    name: string
    mediaType: string
    sizeBytes: number
    pageCount: number | null
    left?: readonly LeftPart[]
  },
  stampsFiles: boolean,
): FileFinding[] {
  const found: FileFinding[] = (file.left ?? []).map(({ name, reason }) => ({
    name: name === null ? file.name : `${file.name}: ${name}`,
    reason,
  }))
  const isLarge = file.sizeBytes > stampLimits.bytes || (file.pageCount ?? 0) > stampLimits.pages
  const isUnstamped = stampsFiles && file.mediaType === 'application/pdf' && isLarge && found.length === 0
  return isUnstamped ? [{ name: file.name, reason: 'too_large' }] : found
}

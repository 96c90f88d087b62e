import { stampLimits } from '#shared/limits.ts'
import type { LeftPart, LeftReason } from '#shared/rules/left-parts.ts'

/** Why a file says who made it, or does not say who bought it, though both are wished otherwise. */
export interface FileFinding {
  /** Of the file, or of the file inside of it. */
  name: string
  reason: LeftReason | 'too_large'
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

import { stampLimits } from '#platform/limits.ts'
import { type LeftPart, type LeftReason, leftParts } from '#platform/rules/files/left-parts.ts'

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
  const found: FileFinding[] = (file.left ?? [])
    .filter(({ reason }) => stampsFiles || reason !== 'unstampable')
    .map(({ name, reason }) => ({ name: name === null ? file.name : `${file.name}: ${name}`, reason }))
  const isLarge = file.sizeBytes > stampLimits.bytes || (file.pageCount ?? 0) > stampLimits.pages
  const isUnstamped = stampsFiles && file.mediaType === 'application/pdf' && isLarge && found.length === 0
  return isUnstamped ? [{ name: file.name, reason: 'too_large' }] : found
}

/** The same of files as they are stored. */
export function findingsIn(
  files: readonly {
    name: string
    media_type: string
    size_bytes: number
    page_count: number | null
    left_parts: string[] | null
  }[],
  stampsFiles: boolean,
): FileFinding[] {
  return files.flatMap((file) =>
    findingsOf(
      {
        ...{ name: file.name, mediaType: file.media_type, sizeBytes: file.size_bytes },
        ...{ pageCount: file.page_count, left: leftParts(file.left_parts) },
      },
      stampsFiles,
    ),
  )
}

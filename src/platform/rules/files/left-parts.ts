/**
 * Why a file is sold as it came, with whatever it says of who made it: it is signed or protected, a dynamic form (XFA),
 * nothing could write it anew as the document it is, or it holds a document in an old binary format. `unstampable`: it
 * is a PDF that names nobody, but the name of a buyer cannot be written on its pages so that it is seen.
 */
export type LeftReason = 'signed' | 'protected' | 'form' | 'damaged' | 'old_format' | 'unstampable'

/** A file, or with a name a file inside of it, that stays as it is. */
export interface LeftPart {
  name: string | null
  reason: LeftReason
}

const reasons: readonly LeftReason[] = ['signed', 'protected', 'form', 'damaged', 'old_format', 'unstampable']
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

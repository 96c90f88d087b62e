import type { Entry } from 'yauzl'
import { dosText } from '#platform/rules/files/dos-tables.ts'

const utf8Flag = 0x0800
const unicodeName = 0x7075

const encodings = ['ibm850', 'ibm737', 'windows-1252', 'windows-1253'] as const

/**
 * The name of an entry: as it says to be written, else in what its bytes are. Macs write UTF-8 and do not say so, Windows writes
 * what its language had before Unicode (APPNOTE, appendix D).
 */
export function entryName({ fileName, fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const isSaid = (generalPurposeBitFlag & utf8Flag) !== 0 || extraFields.some(({ id }) => id === unicodeName)
  return isSaid ? fileName : decodedName(fileNameRaw).replaceAll('\\', '/')
}

function decodedName(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const names = encodings.map((encoding) => decodedAs(bytes, encoding))
    const best = Math.max(...names.map(likeness))
    return names.find((name) => likeness(name) === best) ?? ''
  }
}

function decodedAs(bytes: Buffer, encoding: (typeof encodings)[number]): string {
  if (encoding === 'ibm850' || encoding === 'ibm737') return dosText(bytes, encoding)
  return new TextDecoder(encoding).decode(bytes)
}

/** How much a name reads like one: letters beside letters of the same script, few of them marked, small ones behind capitals. */
function likeness(name: string): number {
  let score = 0
  for (const [word] of name.matchAll(/[\p{L}\p{M}]+|[^\p{L}\p{M}\p{ASCII}]/gu)) {
    const others = [...word].filter((sign) => sign > '\u007f')
    if (!/\p{L}/u.test(word)) score -= 2
    else if (/\p{Script=Greek}/u.test(word)) score += others.length === [...word].length ? others.length : -2
    else score += others.length * 2 > word.length + 1 ? -others.length : others.length
    score -= 2 * (word.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0)
  }
  return score
}

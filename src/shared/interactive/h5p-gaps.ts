import { gapIds, type MarkedText, readGaps } from './gap-markup.ts'

/** Texts of a package with gaps between asterisks, as one. */
export function gapsOfH5p(texts: readonly string[]): MarkedText {
  return readGaps(texts.join(texts.some((text) => text.includes('<')) ? '\n' : '\n\n'))
}

/** Whether there is anything to fill in. */
export function hasGaps({ html }: MarkedText): boolean {
  return gapIds(html).length > 0
}

import { textOfForeignHtml } from '#exercises/model/text/clean-html.ts'
import { gapIds, type MarkedGap, type MarkedText, readGaps } from '#exercises/model/text/gap-markup.ts'

/** Texts of a package with gaps between asterisks, as one. */
export function gapsOfH5p(texts: readonly string[]): MarkedText {
  const bare = texts.map((text) => text.replace(/\*([^*\n]+)\*/g, (gap) => gap.replace(/<[^<>]*>/g, '')))
  const joined = bare.join(bare.some((text) => text.includes('<')) ? '\n' : '\n\n')
  const { html, gaps } = readGaps(joined, false)
  return { html, gaps: Object.fromEntries(Object.entries(gaps).map(([id, gap]) => [id, inWords(gap)])) }
}

/** What is typed has no marks (their slashes would part it), and `&amp;` is one sign. */
function inWords({ answers, tip }: MarkedGap): MarkedGap {
  const plain = (text: string) => textOfForeignHtml(text).replace(/\s+/g, ' ').trim()
  const read = answers.map(({ text, fraction }) => ({ text: plain(text), fraction }))
  return { answers: read.filter(({ text }) => text !== ''), tip: plain(tip) }
}

/** Whether there is anything to fill in. */
export function hasGaps({ html }: MarkedText): boolean {
  return gapIds(html).length > 0
}

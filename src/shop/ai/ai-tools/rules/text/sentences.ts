import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/** What ends in a full stop without ending a sentence. */
const short: Record<LiveWorldCode, string> = {
  de: 'z b d h u a usw bzw ca vgl nr str dr prof hr fr s bd jh jhd ggf evtl inkl abb kap o ä v chr st mio mrd',
  en: 'e g i e mr mrs ms dr prof st vs etc fig no vol approx c ca jr sr inc u s',
  es: 'sr sra srta dr dra ud uds p ej etc pág núm fig a c d ee uu aprox s',
  fr: 'm mm mme mlle dr pr p ex etc cf env fig n vol av j c s st ste',
  it: 'sig dott prof es ecc pag fig n vol ca c a d s art',
  gr: 'π χ κ κ κα δρ σελ βλ μ χ α β γ αρ κλπ κτλ εκ',
}
const shortSets = new Map(
  Object.entries(short).map(([language, words]) => [language, new Set(words.split(' '))]),
)

const ends = /([.!?…;·]+)(["»”“’)\]]*)\s+(?=["«„“‚(¿¡–—]*[\p{Lu}\p{N}])/gu

/** The paragraphs of a text. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n|\n(?=\s*(?:[-•*–]|\d+[.)])\s)/u)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
}

/** The sentences of a text; abbreviations, dates and initials do not end one. A semicolon is a question mark in Greek alone. */
export function sentencesOf(text: string, language: LiveWorldCode): string[] {
  return paragraphsOf(text).flatMap((paragraph) => {
    const found: string[] = []
    let start = 0
    for (const { 0: all, 1: sign = '', 2: closing = '', index } of paragraph.matchAll(ends)) {
      if ((sign === ';' || sign === '·') && language !== 'gr') continue
      if (sign === '·') continue
      if (sign === '.' && isShort(paragraph.slice(start, index), language)) continue
      found.push(paragraph.slice(start, index + sign.length + closing.length))
      start = index + all.length
    }
    return [...found, paragraph.slice(start)].filter((sentence) => /\p{L}/u.test(sentence))
  })
}

function isShort(before: string, language: LiveWorldCode): boolean {
  const [word = ''] = /[\p{L}\p{N}]+$/u.exec(before) ?? []
  if (/^\p{Lu}$/u.test(word)) return true
  // "am 3. Oktober": a number with a full stop is an ordinal here.
  if (/^\d{1,2}$/.test(word)) return language === 'de'
  return shortSets.get(language)?.has(word.toLocaleLowerCase()) ?? false
}

/** Words with where they stand. */
export function wordsIn(text: string): { word: string; at: number }[] {
  return [...text.matchAll(/\p{L}[\p{L}\p{M}\p{N}]*(?:[-’'][\p{L}\p{M}\p{N}]+)*/gu)].map(
    ({ 0: word, index }) => ({
      word,
      at: index,
    }),
  )
}

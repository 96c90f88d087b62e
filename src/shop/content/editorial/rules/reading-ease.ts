/** From children's books to laws, by the measure LIX (Björnsson), which is the same in every language of ours. */
export const eases = ['very-easy', 'easy', 'middling', 'hard', 'very-hard'] as const
export type Ease = (typeof eases)[number]

export interface TextFacts {
  words: number
  /** At 200 words a minute. */
  minutes: number
  lix: number
  ease: Ease
}

/** Words of more letters are long. */
const shortLetters = 6
/** Up to which LIX a text is as easy as its place in `eases`. */
const limits = [30, 40, 50, 60] as const

/** How long a text is, and how easily it is read: words in a sentence, and the share of long words. */
export function textFacts(markdown: string): TextFacts {
  const plain = markdown
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/\]\([^)\n]*\)/g, ']')
    .replace(/\{ ?#[\w-]+ ?\}/g, '')
  const words = plain.match(/\p{L}[\p{L}\p{M}\p{N}’'-]*/gu) ?? []
  const minutes = Math.max(1, Math.round(words.length / 200))
  if (words.length === 0) return { words: 0, minutes, lix: 0, ease: 'very-easy' }
  // Headings and items of lists end as sentences do; the Greek question mark is a semicolon.
  const sentences = plain.split(/[.!?:;…]+(?=\s|$)|\n+/u).filter((text) => /\p{L}/u.test(text)).length
  const long = words.filter((word) => word.replace(/[^\p{L}]/gu, '').length > shortLetters).length
  const lix = Math.round(words.length / sentences + (100 * long) / words.length)
  return {
    words: words.length,
    minutes,
    lix,
    ease: eases[limits.filter((limit) => lix > limit).length] ?? 'very-hard',
  }
}

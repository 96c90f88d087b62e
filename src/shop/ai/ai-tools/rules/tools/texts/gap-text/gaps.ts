import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { keywordsOf, stemOf } from '../../../text/keywords.ts'
import { wordsIn } from '../../../text/sentences.ts'

/** What is left out: words the text is about, words at even distances, the second half of every second word (a C-test). */
export type GapKind = 'keywords' | 'nth' | 'halves'

export interface Gap {
  at: number
  /** What was there. */
  answer: string
}

/** Gaps in a text, in reading order, never two side by side. The first sentence stays whole where there are enough others. */
export function gapsIn(
  text: string,
  { kind, count, language }: { kind: GapKind; count: number; language: LiveWorldCode },
): Gap[] {
  const words = wordsIn(text)
  const first = /[.!?…;]\s/u.exec(text)?.index ?? 0
  const later = words.filter(({ at }) => at > first)
  const from = later.length >= 3 * count ? later : words
  if (kind === 'nth') {
    const step = Math.max(2, Math.floor(from.length / count))
    return from
      .filter((_, at) => at % step === step - 1)
      .slice(0, count)
      .map(({ word, at }) => ({ at, answer: word }))
  }
  if (kind === 'halves')
    return from
      .filter(({ word }, at) => at % 2 === 1 && word.length > 2 && !/[-’']/.test(word))
      .slice(0, count)
      .map(({ word, at }) => {
        const shown = Math.floor(word.length / 2)
        return { at: at + shown, answer: word.slice(shown) }
      })
  const rank = new Map(keywordsOf(text, language).map(({ word }, at) => [stemOf(word), at]))
  // A word at a time: forms of one word are left out together only when there is nothing else.
  const chosen: Gap[] = []
  const seen = new Map<string, number>()
  const candidates = from
    .map(({ word, at }) => {
      const bare = /^(?:\p{L}{1,5}[’'])(?=\p{L}{2})/u.exec(word)
      const cut = bare && (language === 'fr' || language === 'it') ? bare[0].length : 0
      return { at: at + cut, answer: word.slice(cut), stem: stemOf(word.slice(cut)) }
    })
    .filter(({ stem }) => rank.has(stem))
    .map((candidate) => {
      const times = seen.get(candidate.stem) ?? 0
      seen.set(candidate.stem, times + 1)
      return { ...candidate, order: (rank.get(candidate.stem) ?? 0) + 1000 * times }
    })
    .toSorted((one, other) => one.order - other.order || one.at - other.at)
  for (const { at, answer } of candidates) {
    if (chosen.length >= count) break
    const isBeside = chosen.some((other) => {
      const [before, after] = other.at < at ? [other, { at, answer }] : [{ at, answer }, other]
      return wordsIn(text.slice(before.at + before.answer.length, after.at)).length === 0
    })
    if (!isBeside) chosen.push({ at, answer })
  }
  return chosen.toSorted((one, other) => one.at - other.at)
}

/** The text with numbered gaps. */
export function withGaps(text: string, gaps: readonly Gap[]): string {
  let shown = ''
  let end = 0
  gaps.forEach(({ at, answer }, index) => {
    const before = text.slice(end, at)
    const isInside = /\p{L}$/u.test(before)
    shown += `${before}${isInside ? '' : `(${index + 1}) `}${'_'.repeat(Math.min(16, Math.max(isInside ? 3 : 6, answer.length + 2)))}`
    end = at + answer.length
  })
  return shown + text.slice(end)
}

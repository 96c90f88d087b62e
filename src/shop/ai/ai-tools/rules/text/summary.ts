import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { keywordsOf, stemOf } from './keywords.ts'
import { sentencesOf, wordsIn } from './sentences.ts'

/** The sentences that say most of what a text is about, word for word and in its order. */
export function summaryOf(text: string, count: number, language: LiveWorldCode): string[] {
  const sentences = [...new Set(sentencesOf(text, language))]
  const weight = new Map(
    keywordsOf(text, language)
      .slice(0, 40)
      .map(({ word, score }) => [stemOf(word), score]),
  )
  const said = new Set<string>()
  const left = new Set(sentences.keys())
  const chosen: number[] = []
  while (chosen.length < count && left.size > 0) {
    const [best] = [...left]
      .map((at) => {
        const stems = [...new Set(wordsIn(sentences[at] ?? '').map(({ word }) => stemOf(word)))]
        // What was said already counts little: no two sentences say the same.
        const gain = stems.reduce(
          (sum, stem) => sum + (weight.get(stem) ?? 0) * (said.has(stem) ? 0.25 : 1),
          0,
        )
        return { at, stems, value: gain / Math.sqrt(Math.max(8, stems.length)) + (at === 0 ? 1 : 0) }
      })
      .toSorted((one, other) => other.value - one.value || one.at - other.at)
    if (best === undefined) break
    chosen.push(best.at)
    left.delete(best.at)
    for (const stem of best.stems) said.add(stem)
  }
  return chosen.toSorted((one, other) => one - other).map((at) => sentences[at] ?? '')
}

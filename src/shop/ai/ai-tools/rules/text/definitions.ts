import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { stemOf } from './keywords.ts'
import { sentencesOf, wordsIn } from './sentences.ts'

/** "... is a ...": what parts a word from what it means. */
const links: Record<LiveWorldCode, RegExp> = {
  de: /^(.{3,60}?)\s+(?:ist|sind|heißt|bedeutet|nennt man|bezeichnet)\s+((?:ein|eine|einen|der|die|das|alle)\s.{10,200})$/iu,
  en: /^(.{3,60}?)\s+(?:is|are|means|is called|describes)\s+((?:a|an|the|any|all)\s.{10,200})$/iu,
  es: /^(.{3,60}?)\s+(?:es|son|significa|se llama|se llaman)\s+((?:un|una|unos|unas|el|la|los|las)\s.{10,200})$/iu,
  fr: /^(.{3,60}?)\s+(?:est|sont|désigne|signifie|s’appelle)\s+((?:un|une|des|le|la|les|l’).{10,200})$/iu,
  it: /^(.{3,60}?)\s+(?:è|sono|significa|indica|si chiama)\s+((?:un|uno|una|un’|il|lo|la|i|gli|le|l’).{10,200})$/iu,
  gr: /^(.{3,60}?)\s+(?:είναι|σημαίνει|λέγεται|ονομάζεται)\s+((?:ένας|ένα|μια|μία|ο|η|το|οι|τα)\s.{10,200})$/iu,
}

/** What a text says a word means, if it does; else the first sentence in which it stands. */
export function contextOf(
  text: string,
  word: string,
  language: LiveWorldCode,
): { definition?: string; sentence: string } {
  const stem = stemOf(word)
  const within = sentencesOf(text, language).filter((sentence) =>
    wordsIn(sentence).some((each) => stemOf(each.word.replace(/^\p{L}{1,5}[’']/u, '')) === stem),
  )
  for (const sentence of within) {
    const [, subject = '', meaning] = links[language].exec(sentence) ?? []
    const last = wordsIn(subject).at(-1)?.word ?? ''
    if (meaning !== undefined && stemOf(last.replace(/^\p{L}{1,5}[’']/u, '')) === stem)
      return { definition: meaning, sentence }
  }
  return { sentence: within[0] ?? '' }
}

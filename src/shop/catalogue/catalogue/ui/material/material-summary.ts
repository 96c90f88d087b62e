import { isSameWord, sentencesIn } from '#platform/i18n/format.ts'
import type { MaterialCard, MaterialDetail } from '#platform/rules/contract/material.ts'
import { descriptionLongest, descriptionShortest, shorten } from '#platform/rules/text/shorten.ts'
import { promisesSolutions } from '../../rules/solutions.ts'
import { descriptionOf } from './description.ts'

type T = App.Locals['t']

interface Described {
  material: MaterialDetail
  author: { name: string }
  /** Others by the same author. */
  fromAuthor: readonly MaterialCard[]
}

/**
 * What search engines and networks say about a material, 120 to 155 characters: kind, topic, grades, pages and solutions,
 * then the author's own first words. Parts of a series often share all of that: those are told by their titles.
 */
export function materialSummary(given: Described, t: T): string {
  const { material, author } = given
  const facts = factsOf(material, t)
  const type = material.type.name
  const topic = isPartOfSeries(given) ? material.title : topicOf(material)
  const head =
    topic === undefined
      ? t('material-page:summary.plain', { type, facts: [material.subject, ...facts].join(', ') })
      : t('material-page:summary.topic', { type, topic, facts: facts.join(', ') || material.subject })
  const ends = [
    t('material-page:summary.author', { author: author.name }),
    t('material-page:summary.preview'),
    t('material-page:summary.platform'),
  ]
  return fill(shorten(head, descriptionLongest), sentencesOf(material), ends)
}

function factsOf(material: MaterialDetail, t: T): string[] {
  const { title, description, world, grades, pageCount } = material
  // Found as pages of the files, or promised in words: an answer key may be a file of another kind.
  const hasSolutions = material.hasSolutions || promisesSolutions(`${title}\n${description}`, world)
  return [
    ...(grades ? [grades] : []),
    ...(pageCount > 0 ? [t('common:units.pages', { count: pageCount })] : []),
    ...(hasSolutions ? [t('material-page:summary.solutions')] : []),
  ]
}

/** The first keyword that says more than the kind or the subject does. */
function topicOf({ keywords, type, subject, world }: MaterialDetail): string | undefined {
  return keywords.find((word) => !isSameWord(word, type.name, world) && !isSameWord(word, subject, world))
}

function isPartOfSeries({ material, fromAuthor }: Described): boolean {
  return fromAuthor.some(
    ({ materialType, grades, subject, pageCount }) =>
      materialType === material.materialType &&
      grades === material.grades &&
      subject === material.subject &&
      pageCount === material.pageCount,
  )
}

/** The author's first paragraphs, sentence by sentence; that there are solutions is said once. */
function* sentencesOf(material: MaterialDetail): Generator<string> {
  const { world } = material
  let isFirst = true
  for (const paragraph of descriptionOf(material).paragraphs()) {
    for (const segment of sentencesIn(ended(paragraph), world)) {
      const sentence = segment.trim()
      if (sentence !== '' && (isFirst || !promisesSolutions(sentence, world))) yield sentence
      isFirst = false
    }
  }
}

/** Whole sentences while they fit; a last one cut at a word, or phrases of ours, where they leave much room. */
function fill(head: string, sentences: Iterable<string>, ends: readonly string[]): string {
  let text = head
  for (const sentence of sentences) {
    const longer = `${text} ${sentence}`
    if (longer.length <= descriptionLongest) {
      text = longer
      continue
    }
    if (text.length >= descriptionShortest) return text
    const cut = shorten(longer, descriptionLongest)
    if (cut.length >= descriptionShortest) return cut
    break
  }
  return text.length >= descriptionShortest ? text : rounded(text, ends)
}

/** With as few of these phrases as reach the shortest length; else with as many as fit. */
function rounded(text: string, ends: readonly string[]): string {
  const choices = Array.from({ length: 2 ** ends.length }, (_, bits) =>
    [text, ...ends.filter((_end, place) => bits & (1 << place))].join(' '),
  ).filter(({ length }) => length <= descriptionLongest)
  const long = choices.filter(({ length }) => length >= descriptionShortest)
  const [first = text, ...rest] = long.length > 0 ? long : choices
  return rest.reduce((best, each) => (long.length > 0 === each.length < best.length ? each : best), first)
}

function ended(paragraph: string): string {
  return /[.!?…;·]["»”“’)]?$/.test(paragraph) ? paragraph : `${paragraph}.`
}

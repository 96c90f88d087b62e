import { idAt } from '#exercises/model/task/element-type.ts'
import { numberIn } from '#exercises/model/task/typed-values.ts'
import { childrenOf, type XmlNode } from '#platform/rules/text/xml.ts'
import { wordsOf } from './qti-item.ts'
import type { QtiResponse } from './qti-rules.ts'
import { rangeAround } from './qti-rules.ts'

/** Whether capitals count: as it says itself, or because two answers differ in nothing else. */
export function minds({ mapped, isCaseSensitive }: QtiResponse): boolean {
  return isCaseSensitive || new Set([...mapped.keys()].map((key) => key.toLowerCase())).size < mapped.size
}

/** A place to choose in: the right one stands first. */
export function chosenGap(gap: XmlNode, { correct }: QtiResponse) {
  const choices = childrenOf(gap, 'inlineChoice')
  const sorted = [...choices].sort((a, b) => Number(isRight(b)) - Number(isRight(a)))
  function isRight({ attributes }: XmlNode): boolean {
    return correct.includes(attributes.identifier ?? '')
  }
  return { options: sorted.map((choice, at) => ({ id: idAt(at), text: wordsOf(choice) })) }
}

/** What a place takes for right, as numbers, with what each is worth. */
export function numbersOf({
  correct,
  mapped,
  tolerance,
}: Pick<QtiResponse, 'correct' | 'mapped' | 'tolerance'>) {
  const best = Math.max(0, ...mapped.values())
  const worth = new Map(
    [...mapped].filter(([, value]) => value > 0).map(([key, value]) => [key, value / best]),
  )
  for (const answer of correct) worth.set(answer, 1)
  return [...worth].flatMap(([text, fraction]) => {
    const value = numberIn(text)
    return value === undefined ? [] : [{ ...rangeAround(value, tolerance), fraction, feedback: '' }]
  })
}

/** A number to write behind a question: however it is typed. Undefined where words stand behind it or are taken, too. */
export function numberAsked(html: string, response: QtiResponse) {
  const [, prompt] = /^(.*?)(?:<p>)?\s*\{\{g1\}\}\s*(?:<\/p>)?$/.exec(html) ?? []
  const answers = numbersOf(response)
  const count = new Set([...response.correct, ...response.mapped.keys()]).size
  if (prompt === undefined || !['float', 'integer'].includes(response.baseType)) return undefined
  if (answers.length < count || answers.length === 0) return undefined
  const slider = { min: 0, max: 100, step: 1 }
  return { prompt, data: { answers, unit: '', show: 'input', slider } }
}

/** A word to write in a line of its own behind a question. Undefined where it stands within words. */
export function wordAsked(html: string, response: QtiResponse) {
  const [, prompt] = /^(.+?)\s*<p>\s*\{\{g1\}\}\s*<\/p>$/.exec(html) ?? []
  if (prompt === undefined || response.baseType !== 'string') return undefined
  const answers = worthOf(response).map(([text, fraction]) => ({
    pattern: text.replaceAll('*', '\\*'),
    fraction,
    feedback: '',
  }))
  return { prompt, data: { answers, caseSensitive: minds(response), acceptTypos: false } }
}

/** A place to write in, with what it takes. */
export function writtenGap(gap: XmlNode, response: QtiResponse) {
  const { answers, tip } = wordsFor(gap, response)
  if (!['float', 'integer'].includes(response.baseType)) return { answers, tip }
  const numbers = numbersOf(response).map(({ min, max, fraction }) => {
    const [middle, off] = [(min + max) / 2, (max - min) / 2].map((each) => Number(each.toPrecision(12)))
    return { text: String(middle), fraction, tolerance: off }
  })
  return { answers: numbers.length === answers.length ? numbers : answers, tip }
}

function wordsFor(gap: XmlNode, response: QtiResponse) {
  const nameOf = (id: string) => {
    const choice = childrenOf(gap, 'inlineChoice').find(({ attributes }) => attributes.identifier === id)
    return choice ? wordsOf(choice) : id
  }
  const worth = worthOf(response, nameOf)
  return { answers: worth.map(([text, fraction]) => ({ text, fraction })), tip: '' }
}

/** What is typed, with its share of the points; not more than there is a place for. */
function worthOf(
  { correct, mapped }: QtiResponse,
  nameOf = (answer: string) => answer,
): [answer: string, fraction: number][] {
  const best = Math.max(0, ...mapped.values())
  const worth = new Map(correct.map((answer) => [nameOf(answer), 1]))
  for (const [answer, value] of mapped)
    if (value > 0 && !worth.has(nameOf(answer))) worth.set(nameOf(answer), value / best)
  return [...worth].slice(0, 20)
}

import { idAt } from '../element-type.ts'
import { numberIn } from '../typed-values.ts'
import { type QtiResponse, wordsOf } from './qti-item.ts'
import { childrenOf, type XmlNode } from './xml.ts'

/** Whether two answers differ in nothing but capitals. */
export function minds({ mapped }: QtiResponse): boolean {
  return new Set([...mapped.keys()].map((key) => key.toLowerCase())).size < mapped.size
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

/** A place to write in, with what it takes. */
export function writtenGap(gap: XmlNode, response: QtiResponse) {
  const { answers, tip } = wordsFor(gap, response)
  if (!['float', 'integer'].includes(response.baseType)) return { answers, tip }
  // `4.0` is typed as 4.
  const short = answers.flatMap((answer) => {
    const value = numberIn(answer.text)
    return value === undefined || String(value) === answer.text ? [] : [{ ...answer, text: String(value) }]
  })
  return { answers: [...answers, ...short].slice(0, 20), tip }
}

function wordsFor(gap: XmlNode, { correct, mapped }: QtiResponse) {
  const nameOf = (id: string) => {
    const choice = childrenOf(gap, 'inlineChoice').find(({ attributes }) => attributes.identifier === id)
    return choice ? wordsOf(choice) : id
  }
  const best = Math.max(0, ...mapped.values())
  const worth = new Map(correct.map((answer) => [nameOf(answer), 1]))
  for (const [answer, value] of mapped)
    if (value > 0 && !worth.has(nameOf(answer))) worth.set(nameOf(answer), value / best)
  return { answers: [...worth].map(([text, fraction]) => ({ text, fraction })).slice(0, 20), tip: '' }
}

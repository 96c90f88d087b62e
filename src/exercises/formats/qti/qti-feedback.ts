import { allBands, type Comments } from '#exercises/model/comments.ts'
import type { Band } from '#exercises/model/task/typed-settings.ts'
import { escapeHtml as text } from '#platform/rules/text/escape.ts'
import { readXml, xml } from '#platform/rules/text/xml.ts'
import { readResponses } from './qti-item.ts'
import { plainNames } from './qti-names.ts'

const variable = (identifier: string) => xml('qti-variable', { identifier })
const outcome = (identifier: string, type: string) =>
  xml('qti-outcome-declaration', { identifier, cardinality: 'single', 'base-type': type })
const value = (type: string, said: string) => xml('qti-base-value', { 'base-type': type }, said)
const set = (identifier: string, ...said: string[]) => xml('qti-set-outcome-value', { identifier }, ...said)
const whether = (test: string, then: string, ...otherwise: string[]) =>
  xml('qti-response-condition', {}, xml('qti-response-if', {}, test, then), ...otherwise)

/** Feedback by score, for systems that show feedback of an item themselves. */
export interface QtiFeedback {
  declaration: string
  /** What decides, the score included: it goes before the template that means the same score. */
  rules: string
  modals: string
}

/** The comments of a task for an item with these declarations; undefined: there is nothing to say, or nothing is scored. */
export function qtiFeedback(
  comments: Comments,
  declarations: readonly string[],
  isMapped: boolean,
): QtiFeedback | undefined {
  const bands = allBands(comments)
  const declared = readXml(`<item>${declarations.join('')}</item>`)
  if (bands.length === 0 || declarations.length === 0 || typeof declared === 'string') return undefined
  const responses = [...readResponses(plainNames(declared))]
  const most = isMapped
    ? responses.reduce(
        (sum, [, { isMany, mapped, most: upper = Number.POSITIVE_INFINITY }]) =>
          sum + Math.min(upper, bestOf(isMany, [...mapped.values()])),
        0,
      )
    : 1
  if (most <= 0) return undefined
  const ids = responses.map(([id]) => id)
  const named = bands.map((band) => ({ ...band, id: nameOf(band, comments) }))
  // The first that fits counts: later ones are asked only where it did not.
  const [first, ...others] = named.map((band) => ({
    test: within(band, most),
    assigned: set('FEEDBACK', value('identifier', band.id)),
  }))
  const chosen = first
    ? whether(
        first.test,
        first.assigned,
        ...others.map(({ test, assigned }) => xml('qti-response-else-if', {}, test, assigned)),
      )
    : ''
  return {
    declaration: outcome('FEEDBACK', 'identifier'),
    rules: `${scored(ids, isMapped)}${chosen}`,
    modals: named
      .map(({ id, text: said }) =>
        xml(
          'qti-modal-feedback',
          { 'outcome-identifier': 'FEEDBACK', 'show-hide': 'show', identifier: id },
          xml('qti-content-body', {}, xml('p', {}, text(said))),
        ),
      )
      .join(''),
  }
}

function nameOf({ from, to, text: said }: Band, { right, partial, wrong, bands }: Comments): string {
  if (bands.some((band) => band.from === from && band.to === to)) return `band-${from}-${to}`
  if (said === right && from === 100) return 'correct'
  return said === partial && from === 1 ? 'partial' : said === wrong ? 'incorrect' : `band-${from}-${to}`
}

function bestOf(isMany: boolean, values: readonly number[]): number {
  return isMany ? values.reduce((sum, worth) => sum + Math.max(0, worth), 0) : Math.max(0, ...values)
}

/** Whole percent: from this one on, and less than the next. */
function within({ from, to }: Band, most: number): string {
  const part = (percent: number) => value('float', String(Number(((percent / 100) * most).toFixed(7))))
  const least = xml('qti-gte', {}, variable('SCORE'), part(from))
  if (to >= 100) return least
  return xml('qti-and', {}, least, xml('qti-lt', {}, variable('SCORE'), part(to + 1)))
}

/** The same score as the template gives, over all places of the item. */
function scored(ids: readonly string[], isMapped: boolean): string {
  if (isMapped) {
    const worth = ids.map((identifier) => xml('qti-map-response', { identifier }))
    return set('SCORE', worth.length === 1 ? worth.join('') : xml('qti-sum', {}, ...worth))
  }
  const all = ids.map((identifier) =>
    xml('qti-match', {}, variable(identifier), xml('qti-correct', { identifier })),
  )
  return whether(
    all.length === 1 ? all.join('') : xml('qti-and', {}, ...all),
    set('SCORE', value('float', '1')),
    xml('qti-response-else', {}, set('SCORE', value('float', '0'))),
  )
}

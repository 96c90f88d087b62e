import { xml } from '#platform/rules/text/xml.ts'
import { declared } from './qti-declared.ts'

/** One question of an item: what answers it, and what is right. */
export interface Question {
  body: string
  declarations: string[]
  isMapped?: boolean
  /** What it is about, where that is a picture. */
  picture?: string
}

/** What the only question of an item is answered as. */
export const answered = { 'response-identifier': 'RESPONSE' }

/** HTML of ours as XML wants it: what stands alone is closed. */
export function xhtml(html: string): string {
  return html.replace(/<(br|img)([^>]*?)\s*\/?>/g, '<$1$2/>').replaceAll('&nbsp;', '&#160;')
}

const unscored = (type: string) =>
  xml('qti-response-declaration', { identifier: 'RESPONSE', cardinality: 'single', 'base-type': type })

/** A place to write in that nobody scores. */
export function openText(): Question {
  return { body: xml('qti-extended-text-interaction', answered), declarations: [unscored('string')] }
}

/** What answers with a file. */
export const fileDeclared = unscored('file')

/** A file to hand in, of this kind of data or of any. */
export function handedIn(type: string | undefined): Question {
  return {
    body: xml('qti-upload-interaction', { ...answered, ...(type && { type }) }),
    declarations: [fileDeclared],
  }
}

/** A place to write in. */
export function written(declaration: string, isMapped: boolean): Question {
  return {
    body: `<p>${xml('qti-text-entry-interaction', answered)}</p>`,
    declarations: [declaration],
    isMapped,
  }
}

/** Each part of the right answer is worth the same share, one of `count`; where it costs, a wrong one takes as much away. */
export function shares(right: readonly string[], costs: boolean, count = right.length) {
  const share = Number((1 / Math.max(1, count)).toFixed(7))
  return { mapped: right.map((part) => [part, share] as const), otherwise: costs ? -share : 0 }
}

interface Thing {
  id: string
  text: string
}

/** Things of two sides that belong together. */
export function matched(
  left: readonly Thing[],
  right: readonly Thing[],
  pairs: readonly (readonly [string, string])[],
  shown: (text: string) => string,
): Question {
  const set = (things: readonly Thing[], side: string, max: string) =>
    xml(
      'qti-simple-match-set',
      {},
      ...things.map((thing) =>
        xml(
          'qti-simple-associable-choice',
          { identifier: `${side}${thing.id}`, 'match-max': max },
          shown(thing.text),
        ),
      ),
    )
  const isMany = pairs.length > left.length
  const correct = pairs.map(([a, b]) => `L${a} R${b}`)
  // Where things have several partners, a wrong pair takes away what a right one gives.
  const worth = shares(correct, isMany)
  const shape = { ...answered, shuffle: 'true', ...(isMany && { 'max-associations': '0' }) }
  return {
    body: xml('qti-match-interaction', shape, set(left, 'L', isMany ? '0' : '1'), set(right, 'R', '0')),
    declarations: [declared({ isMany: true, type: 'directedPair', correct, ...worth })],
    isMapped: true,
  }
}

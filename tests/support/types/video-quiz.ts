import fc from 'fast-check'
import type { TypedFields } from '../typed-elements.ts'
import { distinct, escaped, lines, word } from '../typed-words.ts'

export const fields: TypedFields = {
  video: fc.constant(''),
  moments: distinct(word).map((all) =>
    lines(
      all.flatMap((each, at) => [`${at}:05.5 | ${each}`, '* ja', at % 2 ? 'nein' : '* Ja!', 'vielleicht']),
    ),
  ),
  captions: distinct().map((all) => lines(all.map((each, at) => `${at} | ${escaped(each)}`))),
}

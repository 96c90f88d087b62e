import { at, htmlAt, isOn, wordsAt } from '#exercises/formats/h5p/h5p-content.ts'
import type { Exchange } from '#exercises/model/task/element-type.ts'
import { lettersOf, usualDirections, type WordDirection } from '#platform/rules/words/word-grid.ts'
import type { WordSearch } from './data.ts'
import { sizeFor } from './size.ts'

/** What each way is called there, from its beginning and from its end; all of them unless a file says otherwise. */
const orientations = {
  right: ['horizontal', 'horizontalBack'],
  down: ['vertical', 'verticalUp'],
  diagonal: ['diagonal', 'diagonalUpBack'],
  rising: ['diagonalUp', 'diagonalBack'],
} as const
const named = Object.entries(orientations) as ['right' | 'down' | 'diagonal' | 'rising', readonly string[]][]

/** The ways as H5P names them. */
export function h5pOrientations(dirs: readonly WordDirection[]): Record<string, boolean> {
  return Object.fromEntries(
    named.flatMap(([way, [forth = '', back = '']]) => [
      [forth, dirs.includes(way)],
      [back, dirs.includes(way) && dirs.includes('backwards')],
    ]),
  )
}

/** The ways of a file; `isExact`: here they are neither more nor fewer. */
function directionsIn(said: unknown): { dirs: WordDirection[]; isExact: boolean } {
  if (said === undefined) return { dirs: [...usualDirections], isExact: true }
  const there = new Set(named.flatMap(([, names]) => names).filter((name) => isOn(said, name)))
  const ways = named.filter(([, names]) => names.some((name) => there.has(name))).map(([way]) => way)
  const isBack = named.some(([, [, back = '']]) => there.has(back))
  const dirs: WordDirection[] =
    ways.length === 0 ? [...usualDirections] : isBack ? [...ways, 'backwards'] : ways
  const back = h5pOrientations(dirs)
  return { dirs, isExact: Object.keys(back).every((name) => back[name] === there.has(name)) }
}

export const wordSearchExchange: Exchange<WordSearch> = {
  h5pIn: {
    'H5P.FindTheWords': ({ params }) => {
      const words = wordsAt(params, 'wordList')
        .split(',')
        .map((word) => word.trim())
        .filter((word) => lettersOf(word).length > 1)
      const { dirs, isExact } = directionsIn(at(params, 'behaviour', 'orientations'))
      return {
        prompt: htmlAt(params, 'taskDescription'),
        data: {
          words: words.map((word) => ({ word, clue: '' })),
          size: sizeFor(words),
          seed: 'h5p',
          showsWords: true,
          dirs,
        },
        ...(!isExact && { simplified: 'settings' as const }),
      }
    },
  },
}

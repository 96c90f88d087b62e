import { readStrokes, type Stroke } from '#exercises/model/media/strokes.ts'
import { elementType } from '#exercises/model/task/element-type.ts'
import { numberIn, pictureIn } from '#exercises/model/task/typed-values.ts'
import { interactiveLimits } from '#platform/rules/exercise-limits.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { type Draw, schema } from './data.ts'
import { drawOutgoing } from './outgoing.ts'

interface Drawn {
  strokes: Stroke[]
  /** What there is to see, for who does not see it; or instead of a drawing. */
  text: string
}

/** Something drawn on the screen; a teacher looks at it. */
export const draw = elementType<Draw, Drawn>({
  type: 'draw',
  place: 210,
  kind: 'scored',
  schema,
  parts: () => 1,
  view: ({ picture, lines }) => [{ kind: 'drawing', name: 'strokes', text: 'text', picture, lines }],
  read: (_data, answers) => ({
    strokes: readStrokes(answers.strokes?.[0] ?? ''),
    text: truncate(answers.text?.[0] ?? '', interactiveLimits.lineLength),
  }),
  score: () => ({ scaled: null, isPending: true, parts: [] }),
  key: () => ({ strokes: [], text: '' }),
  solution: () => [],
  editor: [
    { name: 'picture', kind: 'picture' },
    { name: 'room', kind: 'number' },
  ],
  typed: ({ picture, lines }) => ({ picture: picture.asset, alt: picture.alt, room: String(lines) }),
  fromTyped: (typed) => ({ picture: pictureIn(typed), lines: numberIn(typed.room) ?? 12 }),
  gaps: ({ picture: { asset, alt } }) => (asset !== '' && alt === '' ? ['alt'] : []),
  outgoing: drawOutgoing,
})

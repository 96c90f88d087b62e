import { type FileEnding, fileEndings, fileWishes } from '#exercises/model/media/pupil-files.ts'
import { elementType } from '#exercises/model/task/element-type.ts'
import { numberIn } from '#exercises/model/task/typed-values.ts'
import { schema, type Upload } from './data.ts'
import { uploadExchange } from './exchange.ts'
import { uploadOutgoing } from './outgoing.ts'

/** A picture, a PDF or a recording that is handed in; a teacher looks at it. The answer says what kind of file is there. */
export const upload = elementType<Upload, FileEnding | undefined>({
  type: 'upload',
  place: 220,
  kind: 'scored',
  schema,
  parts: () => 1,
  view: ({ accepts, lines }) => [{ kind: 'file', name: 'file', accepts, lines }],
  read: (_data, answers) => fileEndings.find((ending) => ending === answers.file?.[0]),
  score: () => ({ scaled: null, isPending: true, parts: [] }),
  key: () => undefined,
  solution: () => [],
  editor: [
    { name: 'accepts', kind: fileWishes },
    { name: 'room', kind: 'number' },
  ],
  typed: ({ accepts, lines }) => ({ accepts, room: String(lines) }),
  exchange: uploadExchange,
  outgoing: uploadOutgoing,
  fromTyped: ({ accepts, room }) => ({ accepts: accepts || 'any', lines: numberIn(room) ?? 12 }),
})

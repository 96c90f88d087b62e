import { nothingToAnswer } from '#exercises/model/task/content-type.ts'
import { elementType } from '#exercises/model/task/element-type.ts'
import { htmlOfTyped, typedOfHtml } from '#exercises/model/text/rich-text.ts'
import { type Audio, schema } from './data.ts'
import { audioExchange } from './exchange.ts'
import { audioOutgoing } from './outgoing.ts'

/** A recording to listen to. */
export const audio = elementType<Audio, null>({
  ...nothingToAnswer,
  type: 'audio',
  place: 300,
  schema,
  view: ({ sound, transcript }) => [{ kind: 'sound', asset: sound, transcript }],
  editor: [
    { name: 'sound', kind: 'sound' },
    { name: 'transcript', kind: 'text' },
  ],
  typed: ({ sound, transcript }) => ({ sound, transcript: typedOfHtml(transcript) }),
  fromTyped: ({ sound = '', transcript = '' }) => ({ sound, transcript: htmlOfTyped(transcript) }),
  gaps: ({ sound, transcript }) => [
    ...(sound === '' ? ['sound'] : []),
    ...(transcript === '' ? ['transcript'] : []),
  ],
  exchange: audioExchange,
  outgoing: audioOutgoing,
})

import { z } from 'zod'
import { nothingToAnswer } from '../../content-type.ts'
import { htmlSchema, soundKeySchema } from '../../data-schemas.ts'
import { elementType } from '../../element-type.ts'
import { htmlOfTyped, typedOfHtml } from '../../rich-text.ts'
import { audioExchange } from './exchange.ts'
import { audioOutgoing } from './outgoing.ts'

const schema = z.object({
  sound: soundKeySchema,
  /** What is heard, for who does not hear it: nothing is published without. */
  transcript: htmlSchema,
})
export type Audio = z.output<typeof schema>

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

import { nothingToAnswer } from '#exercises/model/task/content-type.ts'
import { elementType } from '#exercises/model/task/element-type.ts'
import { pictureIn } from '#exercises/model/task/typed-values.ts'
import { htmlOfText } from '#exercises/model/text/rich-text.ts'
import { type Media, schema } from './data.ts'
import { mediaExchange } from './exchange.ts'
import { mediaOutgoing } from './outgoing.ts'

/** A picture to look at. */
export const media = elementType<Media, null>({
  ...nothingToAnswer,
  type: 'media',
  place: 290,
  schema,
  view: ({ picture, caption }) => [
    { kind: 'picture', picture, marks: [] },
    ...(caption === ''
      ? []
      : [{ kind: 'sections' as const, sections: [{ title: '', html: htmlOfText(caption) }] }]),
  ],
  editor: [
    { name: 'picture', kind: 'picture' },
    { name: 'caption', kind: 'line' },
  ],
  typed: ({ picture, caption }) => ({ picture: picture.asset, alt: picture.alt, caption }),
  fromTyped: (typed) => ({ picture: pictureIn(typed), caption: typed.caption ?? '' }),
  gaps: ({ picture: { asset, alt } }) => [
    ...(asset === '' ? ['picture'] : []),
    ...(alt === '' ? ['alt'] : []),
  ],
  exchange: mediaExchange,
  outgoing: mediaOutgoing,
})

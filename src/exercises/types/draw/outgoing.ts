import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { imageOf } from '#exercises/formats/qti/export-qti-graphic.ts'
import { answered, fileDeclared, handedIn } from '#exercises/formats/qti/export-qti-parts.ts'
import { xml } from '#platform/rules/text/xml.ts'
import type { Draw } from './data.ts'

export const drawOutgoing: Outgoing<Draw> = {
  /** Something to draw: on its picture, or, where there is none, anywhere, as a picture to hand in. */
  qti: ({ picture }, { sizeOf }) => {
    if (picture.asset === '') return handedIn('image/jpeg')
    const size = sizeOf(picture.asset)
    return (
      size && {
        body: xml('qti-drawing-interaction', answered, imageOf(picture, size)),
        declarations: [fileDeclared],
        picture: picture.asset,
      }
    )
  },
  // It comes back as a file.
  leavesBehind: { qti: () => true },
}

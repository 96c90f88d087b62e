import { one } from '#exercises/formats/h5p/export-h5p-libraries.ts'
import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { withoutPictures } from '#exercises/model/text/option-content.ts'
import type { Info } from './data.ts'

export const infoOutgoing: Outgoing<Info> = {
  h5p: (data) => one('H5P.AdvancedText', { text: withoutPictures(data).html }),
}

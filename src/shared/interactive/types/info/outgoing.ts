import { one } from '../../export-h5p-libraries.ts'
import type { Outgoing } from '../../outgoing.ts'
import { withoutPictures } from '../../things.ts'
import type { Info } from './data.ts'

export const infoOutgoing: Outgoing<Info> = {
  h5p: (data) => one('H5P.AdvancedText', { text: withoutPictures(data).html }),
}

import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { handedIn } from '#exercises/formats/qti/export-qti-parts.ts'
import type { FileWish } from '#exercises/model/media/pupil-files.ts'
import type { Upload } from './data.ts'

const mimes: Readonly<Record<FileWish, string | undefined>> = {
  any: undefined,
  image: 'image/jpeg',
  pdf: 'application/pdf',
  audio: 'audio/mpeg',
}

export const uploadOutgoing: Outgoing<Upload> = { qti: ({ accepts }) => handedIn(mimes[accepts]) }

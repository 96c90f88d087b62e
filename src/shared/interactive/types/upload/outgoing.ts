import { handedIn } from '../../export-qti-parts.ts'
import type { Outgoing } from '../../outgoing.ts'
import type { FileWish } from '../../pupil-files.ts'
import type { Upload } from './data.ts'

const mimes: Readonly<Record<FileWish, string | undefined>> = {
  any: undefined,
  image: 'image/jpeg',
  pdf: 'application/pdf',
  audio: 'audio/mpeg',
}

export const uploadOutgoing: Outgoing<Upload> = { qti: ({ accepts }) => handedIn(mimes[accepts]) }

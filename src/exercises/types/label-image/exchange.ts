import type { Exchange } from '#exercises/model/task/element-type.ts'
import type { LabelImage } from './data.ts'
import { labelledInH5p } from './h5p.ts'
import { dropped, droppedOut, marked, placedOnPicture } from './moodle.ts'

export const labelImageExchange: Exchange<LabelImage> = {
  moodleIn: {
    ddimageortext: (question, files) => placedOnPicture(question, files, dropped),
    ddmarker: (question, files) => placedOnPicture(question, files, marked),
  },
  moodleOut: droppedOut,
  h5pIn: { 'H5P.DragQuestion': labelledInH5p },
}

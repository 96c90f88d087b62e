import { type Exchange, idAt } from '../../element-type.ts'
import { at, isOn, listAt, numberAt, percentAt, wordsAt } from '../../formats/h5p-content.ts'
import { centre } from '../../shape.ts'
import type { LabelImage } from './label-image.ts'
import { dropped, marked, placedOnPicture } from './moodle.ts'

/** Places begin at percents of the picture, and are as large as so many letters of sixteen points. */
const boxOf = (json: unknown, size: unknown) => {
  const [x, y] = [percentAt(json, 'x'), percentAt(json, 'y')]
  const side = (name: 'width' | 'height', whole: number) => {
    const percent = ((numberAt(json, name) * 16) / (numberAt(size, name) || whole)) * 100
    return Math.min(100, Math.max(0, Math.round(percent * 10) / 10))
  }
  return { x, y, width: side('width', 620), height: side('height', 310) }
}

/** What a thing to place is called: its words, or those beside its picture. */
function nameOf(element: unknown, place: number): string {
  const params = at(element, 'type', 'params')
  return wordsAt(params, 'text') || wordsAt(params, 'alt') || String(place + 1)
}

export const labelImageExchange: Exchange<LabelImage> = {
  moodleIn: {
    ddimageortext: (question, files) => placedOnPicture(question, files, dropped),
    ddmarker: (question, files) => placedOnPicture(question, files, marked),
  },
  h5pIn: {
    'H5P.DragQuestion': ({ params, files }) => {
      const task = at(params, 'question', 'task')
      const elements = listAt(task, 'elements')
      const items = elements.map((element, place) => ({
        id: `i${idAt(place)}`,
        text: nameOf(element, place),
      }))
      const zones = listAt(task, 'dropZones').map((zone, place) => ({
        id: idAt(place),
        // Their numbers are texts in these files.
        accepts: listAt(zone, 'correctElements').flatMap((number) => items[Number(number)]?.id ?? []),
        box: boxOf(zone, at(params, 'question', 'settings', 'size')),
      }))
      if (zones.every(({ box }) => centre(box).x === 0) && zones.length === 0) return undefined
      const path = String(at(params, 'question', 'settings', 'background', 'path') ?? '')
      const asset = files.take(path, 'picture')
      // Pictures that are placed are placed by their names.
      const hasOthers = elements.some(
        (element) => at(element, 'type', 'params', 'file', 'path') !== undefined,
      )
      return {
        prompt: '',
        data: {
          picture: { asset, alt: '' },
          zones,
          items,
          hasPenalty: isOn(params, 'behaviour', 'applyPenalties'),
          isSingle: listAt(task, 'dropZones').every((zone) => isOn(zone, 'single')),
        },
        ...((hasOthers || asset === '') && { simplified: 'pictures' as const }),
      }
    },
  },
}

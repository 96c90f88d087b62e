import { type Draft, type Exchange, idAt } from '../../element-type.ts'
import type { H5pContent, Json } from '../../formats/h5p-content.ts'
import { at, htmlAt, isOn, listAt, percentAt, wordsAt } from '../../formats/h5p-content.ts'
import type { Hotspot } from './data.ts'

export const hotspotExchange: Exchange<Hotspot> = {
  h5pIn: {
    'H5P.ImageHotspotQuestion': ({ params, files }) =>
      spotsOf(at(params, 'imageHotspotQuestion'), files, false),
    'H5P.ImageMultipleHotspotQuestion': ({ params, files }) =>
      spotsOf(at(params, 'imageMultipleHotspotQuestion'), files, true),
  },
}

function spotsOf(root: Json, files: H5pContent['files'], isMulti: boolean): Draft {
  const settings = at(root, 'hotspotSettings')
  const path =
    at(root, 'backgroundImageSettings', 'path') ??
    at(root, 'backgroundImageSettings', 'backgroundImage', 'path')
  const areas = listAt(settings, 'hotspot').map((spot, place) => {
    const box = at(spot, 'computedSettings')
    const [x, y] = [percentAt(box, 'x'), percentAt(box, 'y')]
    return {
      id: idAt(place),
      // A package names no places: what is said about one is the nearest to a name.
      label: wordsAt(spot, 'userSettings', 'feedbackText') || String(place + 1),
      shape: at(box, 'figure') === 'circle' ? 'circle' : 'rect',
      box: { x, y, width: percentAt(box, 'width'), height: percentAt(box, 'height') },
      isRight: isOn(spot, 'userSettings', 'correct'),
    }
  })
  const picture = { asset: files.take(String(path ?? ''), 'picture'), alt: '' }
  return {
    prompt: htmlAt(settings, 'taskDescription'),
    data: { picture, areas, isMulti },
    simplified: 'labels',
  }
}

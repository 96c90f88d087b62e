import type { H5pContent, Json } from '#exercises/formats/h5p/h5p-content.ts'
import { at, htmlAt, isOn, listAt, percentAt, wordsAt } from '#exercises/formats/h5p/h5p-content.ts'
import { reasonsThatHold } from '#exercises/formats/incoming/import-report.ts'
import { withElsewhere } from '#exercises/formats/regions.ts'
import { type Draft, type Exchange, idAt } from '#exercises/model/task/element-type.ts'
import type { Hotspot } from './data.ts'
import { inPlace, type PlacedArea } from './in-place.ts'

/** Areas by the number they are seen with: the order in which they were drawn often begins with the right one. */
function named<A extends PlacedArea>(areas: readonly A[]): A[] {
  const seen = inPlace(areas)
  return areas.map((area) => ({ ...area, label: String(seen.indexOf(area) + 1) }))
}

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
      // A package names no places, and what it says to an answer tells which is right.
      label: '',
      feedback: wordsAt(spot, 'userSettings', 'feedbackText'),
      shape: at(box, 'figure') === 'circle' ? 'circle' : 'rect',
      box: { x, y, width: percentAt(box, 'width'), height: percentAt(box, 'height') },
      isRight: isOn(spot, 'userSettings', 'correct'),
    }
  })
  const { areas: whole, isAdded } = withElsewhere(areas, (area) => ({
    ...area,
    ...{ id: idAt(areas.length), label: '', feedback: '', isRight: false },
  }))
  const picture = { asset: files.take(String(path ?? ''), 'picture'), alt: '' }
  return {
    prompt: htmlAt(settings, 'taskDescription'),
    data: { picture, areas: named(whole), isMulti },
    simplified: reasonsThatHold({ labels: true, one_area: isAdded }),
  }
}

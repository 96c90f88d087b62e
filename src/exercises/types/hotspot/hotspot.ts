import { elementType, idAt, picked, type ThingNames } from '#exercises/model/task/element-type.ts'
import {
  boxAround,
  isInside,
  markOf,
  readBox,
  readPoints,
  writeBox,
  writePoints,
} from '#exercises/model/task/shape.ts'
import { pictureIn, tick, ticked } from '#exercises/model/task/typed-values.ts'
import { readLines, writeLine } from '#exercises/model/text/lines.ts'
import { type Hotspot, schema } from './data.ts'
import { hotspotExchange } from './exchange.ts'
import { inPlace, isNumbered } from './in-place.ts'
import { hotspotOutgoing } from './outgoing.ts'

const numbered = ({ areas }: Hotspot) => inPlace(areas)
/** The name of an area with its number; a name that is no more than its number says it once. */
const numberedName = (label: string, at: number) => (isNumbered(label, at) ? label : `${at + 1}: ${label}`)
const rightIds = ({ areas }: Hotspot) => areas.filter(({ isRight }) => isRight).map(({ id }) => id)

export const hotspot = elementType<Hotspot, string[]>({
  type: 'hotspot',
  place: 120,
  kind: 'scored',
  schema,
  parts: (data) => (data.isMulti ? rightIds(data).length : 1),
  view: (data) => [
    {
      kind: 'picture',
      picture: data.picture,
      marks: numbered(data).map(({ shape, box, points }, at) => {
        const area = { shape, box, points }
        return { text: String(at + 1), ...markOf(area), area }
      }),
    },
    {
      kind: 'choice',
      name: 'area',
      isMulti: data.isMulti,
      options: numbered(data).map(({ id, label }, at) => ({ value: id, text: numberedName(label, at) })),
    },
  ],
  // Who points at the picture means what lies there.
  read: (data, answers) => [...(answers.area ?? []), ...pointedAt(data, answers.point)],
  score: (data, response) => {
    const ids = data.areas.map(({ id }) => id)
    const net = picked(ids, new Set(rightIds(data)), response)
    if (data.isMulti) return net
    const isRight = response.length === 1 && rightIds(data).includes(response[0] ?? '')
    return { ...net, scaled: isRight ? 1 : 0 }
  },
  key: (data) => (data.isMulti ? rightIds(data) : rightIds(data).slice(0, 1)),
  said: ({ areas }, response) =>
    areas.filter(({ id }) => response.includes(id)).map(({ feedback }) => feedback),
  solution: (data) =>
    numbered(data).flatMap(({ label, isRight }, at) => (isRight ? [numberedName(label, at)] : [])),
  editor: [
    { name: 'picture', kind: 'picture' },
    { name: 'areas', kind: 'lines' },
    { name: 'isMulti', kind: 'check' },
  ],
  typed: ({ picture, areas, isMulti }) => ({
    picture: picture.asset,
    alt: picture.alt,
    areas: areas
      .map(({ label, shape, box, points, isRight, feedback }) =>
        writeLine(
          [
            ...[label, shape === 'poly' ? writePoints(points) : writeBox(box)],
            ...[shape === 'rect' ? '' : shape, feedback],
          ],
          isRight,
        ),
      )
      .join('\n'),
    isMulti: tick(isMulti),
  }),
  fromTyped: (typed) => ({
    picture: pictureIn(typed),
    isMulti: ticked(typed, 'isMulti'),
    areas: readLines(typed.areas ?? '').map(
      ({ isMarked, parts: [label = '', box, shape, feedback = ''] }, at) => ({
        id: idAt(at),
        label,
        ...typedArea(box, shape || 'rect'),
        isRight: isMarked,
        feedback,
      }),
    ),
  }),
  gaps: ({ picture }) => missingIn(picture),
  named: (data, say) => ({
    ...data,
    areas: data.areas.map((area) => ({ ...area, label: namedArea(area.label, say) })),
  }),
  exchange: hotspotExchange,
  outgoing: hotspotOutgoing,
})

/** A number alone is what an import calls an area that has no name. */
function namedArea(label: string, say: ThingNames): string {
  return /^\d{1,3}$/.test(label) ? say('area', Number(label)) : label
}

function typedArea(text: string | undefined, shape: string) {
  if (shape !== 'poly') return { shape, box: readBox(text) }
  const points = readPoints(text) ?? []
  return { shape, points, box: points.length === 0 ? {} : boxAround(points) }
}

/** The areas at points as they are typed; of those that lie in one another the smallest. */
function pointedAt({ areas }: Hotspot, said: readonly string[] = []): string[] {
  const smallest = areas.toSorted((a, b) => a.box.width * a.box.height - b.box.width * b.box.height)
  const points = said.flatMap((text) => readPoints(text) ?? [])
  return points.flatMap((point) => smallest.find((area) => isInside(point, area))?.id ?? 'nowhere')
}

function missingIn({ asset, alt }: Hotspot['picture']): string[] {
  return [...(asset === '' ? ['picture'] : []), ...(alt === '' ? ['alt'] : [])]
}

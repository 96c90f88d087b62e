import type { H5pContent, Json } from '#exercises/formats/h5p/h5p-content.ts'
import {
  at,
  htmlAt,
  isOn,
  listAt,
  nameAt,
  numberAt,
  percentAt,
  wordsAt,
} from '#exercises/formats/h5p/h5p-content.ts'
import type { ImportReason } from '#exercises/formats/incoming/import-report.ts'
import { type Draft, idAt } from '#exercises/model/task/element-type.ts'
import { centre } from '#exercises/model/task/shape.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'

/** H5P gives positions in percent of the picture and sizes in em (16 points). */
const boxOf = (json: Json, size: Json) => {
  const [x, y] = [percentAt(json, 'x'), percentAt(json, 'y')]
  const side = (name: 'width' | 'height', whole: number) => {
    const percent = ((numberAt(json, name) * 16) / (numberAt(size, name) || whole)) * 100
    return Math.min(100, Math.max(0, Math.round(percent * 10) / 10))
  }
  return { x, y, width: side('width', 620), height: side('height', 310) }
}

/** What a thing to place is called: its words, or those beside its picture. */
function nameOf(element: Json, place: number): string {
  const params = at(element, 'type', 'params')
  return wordsAt(params, 'text') || wordsAt(params, 'alt') || String(place + 1)
}

interface Dragged {
  zones: Json[]
  /** Things to place, by their number among all elements. */
  items: Map<number, { id: string; text: string }>
  /** What lies there and cannot be moved. */
  fixed: Json[]
  path: string
  /** Pictures that are placed are placed by their names. */
  hasPictures: boolean
  lost: ImportReason[]
}

const pathOf = (element: Json) => at(element, 'type', 'params', 'file', 'path')

function draggedIn(params: Json): Dragged {
  const task = at(params, 'question', 'task')
  const [elements, zones] = [listAt(task, 'elements'), listAt(task, 'dropZones')]
  const named = new Set(zones.flatMap((zone) => listAt(zone, 'correctElements').map(Number)))
  const isMoved = (element: Json, place: number) =>
    listAt(element, 'dropZones').length > 0 || named.has(place)
  // Files from before there was a choice say it of none.
  const isSaid = elements.some((element) => listAt(element, 'dropZones').length > 0)
  const moved = elements.map((element, place) => !isSaid || isMoved(element, place))
  const items = elements.flatMap((element, place): [number, { id: string; text: string }][] =>
    moved[place] ? [[place, { id: `i${idAt(place)}`, text: nameOf(element, place) }]] : [],
  )
  const said = ['tip', 'feedbackOnCorrect', 'feedbackOnIncorrect']
  const hasComments = zones.some((zone) => said.some((name) => wordsAt(zone, 'tipsAndFeedback', name) !== ''))
  return {
    zones,
    items: new Map(items),
    fixed: elements.filter((_element, place) => !moved[place]),
    path: nameAt(params, 'question', 'settings', 'background', 'path'),
    hasPictures: elements.some((element, place) => moved[place] && pathOf(element) !== undefined),
    lost: [
      ...(isOn(params, 'behaviour', 'singlePoint') ? (['scoring'] as const) : []),
      ...(hasComments ? (['feedback'] as const) : []),
    ],
  }
}

/** Their numbers are texts in these files. */
const idsIn = (zone: Json, items: Dragged['items']) =>
  listAt(zone, 'correctElements').flatMap((number) => items.get(Number(number))?.id ?? [])

/** What lies beside the things to place: words to read, pictures to look at. */
function besides(fixed: readonly Json[], zones: readonly Json[]): Pick<Draft, 'prompt' | 'pictures'> {
  const words = fixed.map((element) => htmlAt(element, 'type', 'params', 'text'))
  // Its number is there anyway.
  const isNamed = (zone: unknown, place: number) => wordsAt(zone, 'label') !== String(place + 1)
  const labels = zones.map((zone, place) =>
    isOn(zone, 'showLabel') && isNamed(zone, place) ? `${place + 1}: ${wordsAt(zone, 'label')}` : '',
  )
  const pictures = fixed.flatMap((element) => {
    const path = pathOf(element)
    return typeof path === 'string' ? [{ path, alt: wordsAt(element, 'type', 'params', 'alt') }] : []
  })
  const lines = labels.filter((label) => /: ./.test(label)).map(escapeHtml)
  return {
    prompt: words.join('') + (lines.length === 0 ? '' : `<p>${lines.join('<br>')}</p>`),
    ...(pictures.length > 0 && { pictures }),
  }
}

/** Groups with names and no picture behind them are groups to sort into. */
export function sortedInH5p({ params }: H5pContent): Draft | undefined {
  const { zones, items, fixed, path, hasPictures, lost } = draggedIn(params)
  const labels = zones.map((zone) => wordsAt(zone, 'label'))
  const isNamed =
    zones.length > 1 && labels.every((label) => label !== '') && new Set(labels).size === labels.length
  if (path !== '' || !isNamed) return undefined
  const sorted = [...items.values()].map(({ id, text }) => ({
    id,
    text,
    categories: zones.flatMap((zone, place) => (idsIn(zone, items).includes(id) ? [idAt(place)] : [])),
  }))
  // What belongs nowhere has no place in a list of groups.
  const grouped = sorted.filter(({ categories }) => categories.length > 0)
  if (grouped.length === 0) return undefined
  const reasons: ImportReason[] = [
    ...(hasPictures ? (['pictures'] as const) : []),
    ...lost,
    ...(grouped.length < sorted.length || isOn(params, 'behaviour', 'applyPenalties')
      ? (['scoring'] as const)
      : []),
  ]
  return {
    ...besides(fixed, []),
    data: { categories: labels.map((label, place) => ({ id: idAt(place), label })), items: grouped },
    ...(reasons.length > 0 && { simplified: reasons }),
  }
}

/** A task of dragging labels onto a picture; undefined for one whose labels have no places. */
export function labelledInH5p({ params, files }: H5pContent): Draft | undefined {
  const { zones, items, fixed, path, hasPictures, lost } = draggedIn(params)
  const placed = zones.map((zone, place) => ({
    id: idAt(place),
    accepts: idsIn(zone, items),
    box: boxOf(zone, at(params, 'question', 'settings', 'size')),
  }))
  if (placed.every(({ box }) => centre(box).x === 0) && placed.length === 0) return undefined
  const asset = files.take(path, 'picture')
  const reasons: ImportReason[] = [...(hasPictures || asset === '' ? (['pictures'] as const) : []), ...lost]
  return {
    ...besides(fixed, zones),
    data: {
      picture: { asset, alt: '' },
      zones: placed,
      items: [...items.values()],
      hasPenalty: isOn(params, 'behaviour', 'applyPenalties'),
      isSingle: zones.every((zone) => isOn(zone, 'single')),
    },
    ...(reasons.length > 0 && { simplified: reasons }),
  }
}

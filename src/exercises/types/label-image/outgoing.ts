import { fileOf, type Packed } from '#exercises/formats/h5p/export-h5p-graphic.ts'
import { one } from '#exercises/formats/h5p/export-h5p-libraries.ts'
import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { coordsOf, imageOf, type SizeOfPicture } from '#exercises/formats/qti/export-qti-graphic.ts'
import { answered, type Question, shares } from '#exercises/formats/qti/export-qti-parts.ts'
import { declared } from '#exercises/formats/qti/qti-declared.ts'
import { withoutPictures, withoutThings } from '#exercises/model/text/option-content.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { xml } from '#platform/rules/text/xml.ts'
import type { LabelImage } from './data.ts'

/** Words of things, and the picture itself as it is. */
const inWords = (data: LabelImage): LabelImage => ({ ...withoutPictures(data), picture: data.picture })
const withTexts = (data: LabelImage): LabelImage => ({ ...withoutThings(data), picture: data.picture })

export const labelImageOutgoing: Outgoing<LabelImage> = {
  qti: (data, { sizeOf }) => inQti(withTexts(data), sizeOf),
  h5p: (data, { prompt, sizeOf, sourceStatementOf }) => {
    const { asset } = data.picture
    const size = asset === '' ? undefined : sizeOf(asset)
    if (!size) return []
    const params = paramsOf(inWords(data), { size, said: sourceStatementOf(asset) })
    const question = [{ library: 'H5P.DragQuestion', params, inside: ['H5P.AdvancedText'] } as const]
    // There is no room for words in it: what to do stands before it.
    return prompt === '' ? question : [...one('H5P.AdvancedText', { text: prompt }), ...question]
  },
  scoredOtherwise: { moodle: ({ hasPenalty, isSingle }) => hasPenalty || !isSingle },
  // A background has no words beside it there, and its places are all of one size.
  leavesBehind: { moodle: () => true },
}

/** A picture whose places take words; undefined where a word fits several of them, which QTI would want all of. */
function inQti(
  { picture, zones, items, hasPenalty, isSingle }: LabelImage,
  sizeOf: SizeOfPicture,
): Question | undefined {
  const size = picture.asset === '' ? undefined : sizeOf(picture.asset)
  const pairs = zones.flatMap(({ id, accepts }) => accepts.map((item) => [item, id] as const))
  if (!size || new Set(pairs.map(([item]) => item)).size < pairs.length) return undefined
  const words = items.map(({ id, text }) =>
    xml('qti-gap-text', { identifier: `W${id}`, 'match-max': '1' }, escapeHtml(text)),
  )
  const places = zones.map(({ id, box }) =>
    xml('qti-associable-hotspot', {
      identifier: `Z${id}`,
      shape: 'rect',
      coords: coordsOf({ shape: 'rect', box, points: [] }, size),
      'match-max': isSingle ? '1' : '0',
    }),
  )
  const correct = pairs.map(([item, zone]) => `W${item} Z${zone}`)
  // Of several words that fit a place with room for one, one is enough.
  const count = isSingle ? new Set(pairs.map(([, zone]) => zone)).size : pairs.length
  return {
    body: xml('qti-graphic-gap-match-interaction', answered, imageOf(picture, size), ...words, ...places),
    declarations: [
      declared({ isMany: true, type: 'directedPair', correct, ...shares(correct, hasPenalty, count) }),
    ],
    isMapped: true,
    picture: picture.asset,
  }
}

/** The width H5P draws such a picture in, and what its sizes are counted by, in points. */
const canvas = { width: 620, letter: 16 }
/** How many labels lie side by side at the lower edge. */
const waiting = { columns: 4, width: 8, height: 1.5 }

/** A picture whose places take words. */
function paramsOf({ picture, zones, items, hasPenalty, isSingle }: LabelImage, packed: Packed): object {
  const { size } = packed
  const height = Math.round((canvas.width * size.height) / size.width)
  const letters = (percent: number, whole: number) => ((percent / 100) * whole) / canvas.letter
  const rows = Math.ceil(items.length / waiting.columns)
  const dropZones = zones.map(({ box, accepts }, at) => ({
    x: box.x,
    y: box.y,
    width: letters(box.width, canvas.width),
    height: letters(box.height, height),
    correctElements: items.flatMap(({ id }, place) => (accepts.includes(id) ? [String(place)] : [])),
    label: String(at + 1),
    showLabel: true,
    backgroundOpacity: 60,
    single: isSingle,
    autoAlign: true,
  }))
  const elements = items.map(({ text }, at) => ({
    type: { library: 'H5P.AdvancedText 1.1', params: { text: `<p>${escapeHtml(text)}</p>` } },
    x: (at % waiting.columns) * (100 / waiting.columns) + 1,
    y: Math.max(0, 100 - (rows - Math.floor(at / waiting.columns)) * 9),
    width: waiting.width,
    height: waiting.height,
    dropZones: zones.map((_zone, place) => String(place)),
    backgroundOpacity: 100,
    multiple: false,
  }))
  return {
    question: {
      settings: { size: { width: canvas.width, height }, background: fileOf(picture.asset, packed) },
      task: { elements, dropZones },
    },
    behaviour: { enableRetry: true, singlePoint: false, applyPenalties: hasPenalty },
  }
}

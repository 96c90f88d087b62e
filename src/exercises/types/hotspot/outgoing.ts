import { fileOf, type Packed } from '#exercises/formats/h5p/export-h5p-graphic.ts'
import { one } from '#exercises/formats/h5p/export-h5p-libraries.ts'
import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { coordsOf, imageOf, type SizeOfPicture } from '#exercises/formats/qti/export-qti-graphic.ts'
import { type Question, shares } from '#exercises/formats/qti/export-qti-parts.ts'
import { declared } from '#exercises/formats/qti/qti-declared.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { xml } from '#platform/rules/text/xml.ts'
import type { Hotspot } from './data.ts'
import { inPlace, isNumbered } from './in-place.ts'

export const hotspotOutgoing: Outgoing<Hotspot> = {
  leavesBehind: {
    // A package has no names for areas.
    h5p: ({ areas }) => inPlace(areas).some(({ label }, at) => !isNumbered(label, at)),
    // What is said to one area has no place there.
    qti: ({ areas }) => areas.some(({ feedback }) => feedback !== ''),
  },
  qti: (data, { sizeOf }) => inQti(data, sizeOf),
  h5p: (data, { prompt, sizeOf, sourceStatementOf }) => {
    const { asset } = data.picture
    const size = asset === '' ? undefined : sizeOf(asset)
    const params = size && paramsOf(data, prompt, { size, said: sourceStatementOf(asset) })
    return params ? one('H5P.ImageHotspotQuestion', params) : []
  },
}

/** The question for places of a picture, in points of it; undefined where QTI would score it in another way. */
function inQti({ picture, areas, isMulti }: Hotspot, sizeOf: SizeOfPicture): Question | undefined {
  const size = picture.asset === '' ? undefined : sizeOf(picture.asset)
  const right = areas.filter(({ isRight }) => isRight).map(({ id }) => `A${id}`)
  if (!size || (!isMulti && right.length !== 1)) return undefined
  const places = areas.map(({ id, label, ...area }) =>
    xml('qti-hotspot-choice', {
      identifier: `A${id}`,
      shape: area.shape,
      coords: coordsOf(area, size),
      'hotspot-label': label,
    }),
  )
  const attributes = { 'response-identifier': 'RESPONSE', 'max-choices': isMulti ? '0' : '1' }
  return {
    body: xml('qti-hotspot-interaction', attributes, imageOf(picture, size), ...places),
    declarations: [
      declared({ isMany: isMulti, type: 'identifier', correct: right, ...(isMulti && shares(right, true)) }),
    ],
    isMapped: isMulti,
    picture: picture.asset,
  }
}

/** A question for one place of a picture; undefined where several are asked for, which H5P does not know. */
function paramsOf(
  { picture, areas, isMulti }: Hotspot,
  taskDescription: string,
  packed: Packed,
): object | undefined {
  // Outlines with corners are nothing H5P knows, either.
  if (isMulti || areas.some(({ shape }) => shape === 'poly')) return undefined
  return {
    imageHotspotQuestion: {
      backgroundImageSettings: fileOf(picture.asset, packed),
      hotspotSettings: {
        taskDescription,
        hotspot: areas.map(({ shape, box, isRight, feedback }) => ({
          userSettings: { correct: isRight, feedbackText: escapeHtml(feedback) },
          computedSettings: { ...box, figure: shape === 'circle' ? 'circle' : 'rectangle' },
        })),
      },
    },
  }
}

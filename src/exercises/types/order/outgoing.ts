import { type Content, one } from '#exercises/formats/h5p/export-h5p-libraries.ts'
import { type H5pMedia, seen } from '#exercises/formats/h5p/export-h5p-media.ts'
import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { answered } from '#exercises/formats/qti/export-qti-parts.ts'
import { declared } from '#exercises/formats/qti/qti-declared.ts'
import { withoutPictures } from '#exercises/model/text/option-content.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { xml } from '#platform/rules/text/xml.ts'
import type { Order } from './data.ts'

export const orderOutgoing: Outgoing<Order> = {
  qti: ({ items }, { thing }) => {
    const choices = items.map((item) =>
      xml('qti-simple-choice', { identifier: `C${item.id}` }, thing(item.text)),
    )
    const declaration = declared({ type: 'identifier', correct: items.map(({ id }) => `C${id}`) })
    return {
      body: xml('qti-order-interaction', { ...answered, shuffle: 'true' }, ...choices),
      declarations: [declaration.replace('cardinality="single"', 'cardinality="ordered"')],
    }
  },
  h5p: (data, task) => pictured(data, task) ?? inWords(withoutPictures(data), task.prompt),
  scoredOtherwise: { qti: ({ scoring }) => scoring !== 'all' },
}

/** Pictures in an order; undefined: words are among them. */
function pictured({ items, scoring }: Order, task: H5pMedia & { prompt: string }): Content[] | undefined {
  const things = items.flatMap(({ text }) => seen(text, task) ?? [])
  const isPictured = things.length === items.length && things.every(({ image }) => image)
  if (scoring !== 'position' || !isPictured) return undefined
  const sequenceImages = things.map(({ image, words, sound }) => ({
    image,
    imageDescription: escapeHtml(words),
    ...(sound && { audio: sound }),
  }))
  return one('H5P.ImageSequencing', { taskDescription: task.prompt, sequenceImages })
}

function inWords({ items, scoring }: Order, taskDescription: string): Content[] {
  if (scoring === 'all') return []
  return one('H5P.SortParagraphs', {
    taskDescription,
    paragraphs: items.map(({ text }) => `<p>${escapeHtml(text)}</p>`),
    behaviour: { scoringMode: scoring === 'adjacent' ? 'transitions' : 'positions' },
  })
}

import type { Content } from '#exercises/formats/h5p/export-h5p-libraries.ts'
import { one } from '#exercises/formats/h5p/export-h5p-libraries.ts'
import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { matched } from '#exercises/formats/qti/export-qti-parts.ts'
import { withoutPictures } from '#exercises/model/text/option-content.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import type { Categorize } from './data.ts'

export const categorizeOutgoing: Outgoing<Categorize> = {
  qti: ({ items, categories }, { thing }) => {
    const pairs = items.flatMap(({ id, categories: [first] }) => (first ? [[id, first] as const] : []))
    if (items.some((item) => item.categories.length !== 1)) return undefined
    return matched(
      items,
      categories.map(({ id, label }) => ({ id, text: label })),
      pairs,
      thing,
    )
  },
  h5p: (data, { prompt }) => {
    const question: Content = {
      library: 'H5P.DragQuestion',
      params: boardOf(withoutPictures(data)),
      inside: ['H5P.AdvancedText'],
    }
    // There is no room for words in it: what to do stands before it.
    return prompt === '' ? [question] : [...one('H5P.AdvancedText', { text: prompt }), question]
  },
  leavesBehind: { h5p: (_data, { prompt }) => prompt !== '' },
}

/** The board H5P draws, in points; its sizes are counted in letters of sixteen. */
const board = { width: 620, letter: 16 }
const groupRow = { columns: 3, height: 8 }
const thingRow = { columns: 4, height: 1.8 }

/** Groups with their names above, things in rows below them. */
function boardOf({ categories, items }: Categorize): object {
  const rows = Math.ceil(categories.length / groupRow.columns)
  const lines = Math.ceil(items.length / thingRow.columns)
  const groupPoints = rows * (groupRow.height + 3) * board.letter
  const height = groupPoints + lines * (thingRow.height + 1) * board.letter
  const percentDown = (points: number) => Number(((points / height) * 100).toFixed(2))
  const everyGroup = categories.map((_group, place) => String(place))
  return {
    question: {
      settings: { size: { width: board.width, height } },
      task: {
        elements: items.map(({ text }, at) => ({
          type: { library: 'H5P.AdvancedText 1.1', params: { text: `<p>${escapeHtml(text)}</p>` } },
          x: (at % thingRow.columns) * (100 / thingRow.columns) + 1,
          y: percentDown(
            groupPoints + Math.floor(at / thingRow.columns) * (thingRow.height + 1) * board.letter,
          ),
          width: 8,
          height: thingRow.height,
          dropZones: everyGroup,
          backgroundOpacity: 100,
          multiple: false,
        })),
        dropZones: categories.map(({ id, label }, at) => ({
          x: (at % groupRow.columns) * (100 / groupRow.columns) + 1,
          y: percentDown(
            Math.floor(at / groupRow.columns) * (groupRow.height + 3) * board.letter + board.letter,
          ),
          width: 11,
          height: groupRow.height,
          correctElements: items.flatMap((item, place) =>
            item.categories.includes(id) ? [String(place)] : [],
          ),
          label: escapeHtml(label),
          showLabel: true,
          backgroundOpacity: 60,
          single: false,
          autoAlign: true,
        })),
      },
    },
    behaviour: { enableRetry: true, singlePoint: false, applyPenalties: false },
  }
}

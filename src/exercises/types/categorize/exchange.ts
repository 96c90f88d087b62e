import { readMatrix, trueColumnOf } from '#exercises/formats/moodle/moodle-matrix.ts'
import { matchQuestion } from '#exercises/formats/moodle/moodle-pairs.ts'
import { promptOf } from '#exercises/formats/moodle/moodle-text.ts'
import { type Draft, type Exchange, idAt } from '#exercises/model/task/element-type.ts'
import type { XmlNode } from '#platform/rules/text/xml.ts'
import { sortedInH5p } from '../label-image/h5p.ts'
import type { Categorize } from './data.ts'

export const categorizeExchange: Exchange<Categorize> = {
  h5pIn: { 'H5P.DragQuestion': sortedInH5p },
  moodleIn: {
    matrix: (question) => sortedInMatrix(question),
    oumatrix: (question) => sortedInMatrix(question),
  },
  // A group for each thing is chosen there; of several that are right it knows one alone.
  moodleOut: ({ categories, items }, packed) => {
    if (items.some((item) => item.categories.length > 1)) return undefined
    const labelOf = (id = '') => categories.find((each) => each.id === id)?.label ?? ''
    const used = new Set(items.flatMap((item) => item.categories))
    return matchQuestion(
      items.map(({ text, categories: [group] }) => [text, labelOf(group)] as const),
      categories.filter(({ id }) => !used.has(id)).map(({ label }) => label),
      packed,
    )
  },
}

/** Rows with one right column each are things to sort; what is true or not is a kind of its own. */
function sortedInMatrix(question: XmlNode): Draft | undefined {
  const matrix = readMatrix(question)
  if (!matrix || trueColumnOf(matrix) !== undefined) return undefined
  const idOf = (place: number) => `c${idAt(place)}`
  const lost = [
    ...(matrix.rows.some(({ feedback }) => feedback !== '') ? ['feedback' as const] : []),
    ...(matrix.isByParts ? [] : ['scoring' as const]),
  ]
  return {
    prompt: promptOf(question),
    data: {
      categories: matrix.columns.map((label, at) => ({ id: idOf(at), label })),
      items: matrix.rows.map(({ text, rights }, at) => ({
        id: idAt(at),
        text,
        categories: rights.map(idOf),
      })),
    },
    ...(lost.length > 0 && { simplified: lost }),
  }
}

import { textOfForeignHtml } from '#exercises/model/text/clean-html.ts'
import { childrenOf, ownText, textIn, type XmlNode } from '#platform/rules/text/xml.ts'
import { wordsIn } from './moodle-text.ts'

/** Rows that are ticked in columns, as two plugins of Moodle have them. */
export interface Matrix {
  columns: string[]
  /** `rights`: places among the columns. */
  rows: { text: string; rights: number[]; feedback: string }[]
  /** Each row is scored separately. */
  isByParts: boolean
}

/** Of the kinds `matrix` and `oumatrix`; undefined: a row wants more than one tick. */
export function readMatrix(question: XmlNode): Matrix | undefined {
  const matrix = question.attributes.type === 'oumatrix' ? ofOpenUniversity(question) : ofZurich(question)
  return matrix.rows.some(({ rights }) => rights.length > 1) ? undefined : matrix
}

function ofZurich(question: XmlNode): Matrix {
  const weights = childrenOf(question, 'weights-of-row').map((node) =>
    childrenOf(node, 'weight-of-col').map((cell) => Number(ownText(cell))),
  )
  // A short name, and perhaps more about it.
  const nameOf = (node: XmlNode) =>
    [wordsIn(node, 'shorttext'), wordsIn(node, 'description')].filter(Boolean).join(' – ')
  return {
    columns: childrenOf(question, 'col').map(nameOf),
    rows: childrenOf(question, 'row').map((row, at) => ({
      text: nameOf(row),
      rights: (weights[at] ?? []).flatMap((weight, place) => (weight > 0 ? [place] : [])),
      feedback: wordsIn(row, 'feedback'),
    })),
    isByParts: ['', 'all'].includes(textIn(question, 'grademethod')),
  }
}

function ofOpenUniversity(question: XmlNode): Matrix {
  const listed = (list: string, name: string) =>
    childrenOf(question, list).flatMap((node) => childrenOf(node, name))
  const columns = listed('columns', 'column')
  const keys = columns.map(({ attributes }, at) => attributes.key ?? attributes.number ?? String(at + 1))
  return {
    columns: columns.map((column) => wordsOf(childrenOf(column, 'text'))),
    rows: listed('rows', 'row').map((row) => {
      const right = keysIn(textIn(row, 'correctanswers'))
      return {
        text: wordsIn(row, 'name'),
        rights: keys.flatMap((key, place) => (right.has(key) ? [place] : [])),
        feedback: wordsIn(row, 'feedback'),
      }
    }),
    isByParts: textIn(question, 'grademethod') !== 'allnone',
  }
}

/** `{"1129":"1"}`: the keys of the columns that are right. */
function keysIn(text: string): Set<string> {
  return new Set([...text.matchAll(/"([^"]{1,20})"\s*:\s*"?1/g)].map(([, key = '']) => key))
}

const wordsOf = (nodes: XmlNode[]) => textOfForeignHtml(nodes.map(ownText).join('')).replace(/\n/g, ' ')

const yes =
  /^(true|right|correct|wahr|richtig|stimmt|korrekt|verdadero|correcto|vrai|juste|vero|giusto|corretto|σωστό)$/
const no = /^(false|wrong|incorrect|falsch|stimmt nicht|unwahr|falso|incorrecto|faux|sbagliato|errato|λάθος)$/

/** The column that is ticked for what is true, where both columns say no more than that; undefined: they say something else. */
export function trueColumnOf({ columns }: Matrix): number | undefined {
  const said = columns.map((column) => column.trim().toLowerCase())
  const place = said.findIndex((column) => yes.test(column))
  return said.length === 2 && place >= 0 && no.test(said[1 - place] ?? '') ? place : undefined
}

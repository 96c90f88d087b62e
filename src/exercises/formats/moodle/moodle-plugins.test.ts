import { expect, test } from 'vitest'
import { typeOf } from '#exercises/model/task/types.ts'
import type { Imported } from '../incoming/imported.ts'
import { importMoodle } from '../incoming/imports.ts'

function read(...questions: string[]) {
  const { pages, report } = importMoodle(`<quiz>${questions.join('')}</quiz>`, 'x') as Imported
  const elements = pages.flatMap((page) => page.elements)
  return {
    elements,
    types: elements.map(({ type }) => type),
    solutions: elements.map(({ type, data }) => typeOf(type)?.solution(data)),
    reported: report.map(({ outcome, reason, others = [] }) => [reason ?? outcome, ...others].join()),
  }
}
const question = (type: string, text: string, more = '') =>
  `<question type="${type}"><name><text>${type}</text></name><questiontext format="html"><text><![CDATA[${text}]]></text></questiontext>${more}</question>`
const scoreOf = (element: { type: string; data: unknown } | undefined, response: unknown) =>
  typeOf(element?.type ?? '')?.score(element?.data, response).scaled

const row = (name: string, ...weights: number[]) =>
  `<row><shorttext>${name}</shorttext><description format="html"><text></text></description><feedback format="html"><text></text></feedback></row>
   <weights-of-row>${weights.map((weight) => `<weight-of-col>${weight}</weight-of-col>`).join('')}</weights-of-row>`
const columns = (...names: string[]) =>
  names.map((name) => `<col><shorttext>${name}</shorttext></col>`).join('')
const zurich = (method: string, more: string) =>
  question(
    'matrix',
    'Was stimmt?',
    `<grademethod>${method}</grademethod><multiple>0</multiple><use_dnd_ui>0</use_dnd_ui>${more}`,
  )

test('a matrix of true and false is statements, whichever column stands first; any other is things to sort', () => {
  const judged = read(
    zurich('all', row('Rom liegt in Italien.', 1, 0) + row('Paris auch.', 0, 1) + columns('Wahr', 'Falsch')),
    zurich('kprime', row('2 > 3', 1, 0) + row('2 &lt; 3', 0, 1) + columns('falsch', 'richtig')),
  )
  expect(judged.types).toEqual(['true_false', 'true_false'])
  expect(judged.reported).toEqual(['converted', 'scoring'])
  expect(judged.elements.map(({ data }) => data)).toMatchObject([
    { statements: [{ text: 'Rom liegt in Italien.', answer: true }, { answer: false }] },
    {
      statements: [
        { text: '2 > 3', answer: false },
        { text: '2 < 3', answer: true },
      ],
    },
  ])
  const sorted = read(
    zurich('all', row('Hund', 1, 0) + row('Amsel', 0, 1) + columns('Säugetier', 'Vogel')),
    zurich('all', row('Hund', 1, 1) + row('Amsel', 0, 1) + columns('hat Beine', 'kann fliegen')),
    zurich('all', row('Hund', 0, 0) + columns('Säugetier', 'Vogel')),
    zurich('all', row('Hund', 0, 0) + columns('wahr', 'falsch')),
  )
  expect(sorted.types).toEqual(['categorize'])
  expect(sorted.solutions).toEqual([['Hund – Säugetier', 'Amsel – Vogel']])
  expect(sorted.reported).toEqual(['converted', 'rows', 'incomplete', 'incomplete'])
})

test('the matrix of the Open University names its columns by keys', () => {
  const matrix = (input: string, right: string) =>
    question(
      'oumatrix',
      '<p>Sort the animals.</p>',
      `<inputtype>${input}</inputtype><grademethod>allnone</grademethod>
      <columns><column key="7"><text>Canine</text></column><column key="8"><text>Feline</text></column></columns>
      <rows><row key="1"><name><text>Bengal</text></name><correctanswers><text><![CDATA[{"8":"1"}]]></text></correctanswers>
        <feedback format="html"><text><![CDATA[<p>A cat.</p>]]></text></feedback></row>
      <row key="2"><name><text>Collie</text></name><correctanswers><text><![CDATA[${right}]]></text></correctanswers></row></rows>`,
    )
  const found = read(matrix('single', '{"7":"1"}'), matrix('multiple', '{"7":"1","8":"1"}'))
  expect(found.solutions).toEqual([['Bengal – Feline', 'Collie – Canine']])
  expect(found.reported).toEqual(['feedback,scoring', 'rows'])
})

test('words to select are words to mark, whatever stands around them', () => {
  const found = read(
    question(
      'wordselect',
      '<p>The cat [sat] on the * mat and [slept].</p>',
      '<introduction><![CDATA[<p>Find the <b>verbs</b>.</p>]]></introduction><delimitchars>[]</delimitchars>',
    ),
    question('wordselect', '<p>Der Hund {bellt} [laut].</p>', '<delimitchars>{}</delimitchars>'),
    question('wordselect', '<p>Sie [[geht heim]].</p>', '<wordpenalty>0</wordpenalty>'),
    question('wordselect', '<p>Nichts.</p>'),
  )
  expect(found.types).toEqual(['mark_words', 'mark_words', 'mark_words'])
  expect(found.solutions).toEqual([['sat, slept.'], ['bellt'], ['geht, heim.']])
  expect(found.elements[0]?.prompt).toContain('verbs')
  expect(JSON.stringify(found.elements[1]?.data)).toContain('[laut].')
  expect(found.reported).toEqual(['converted', 'converted', 'scoring', 'incomplete'])
})

test('patterns of words are short answers; what is more than that is named', () => {
  const answer = (fraction: number, text: string, feedback = '') =>
    `<answer fraction="${fraction}" format="plain_text"><text><![CDATA[${text}]]></text><feedback><text>${feedback}</text></feedback></answer>`
  const pmatch = (...answers: string[]) =>
    question('pmatch', 'Wie?', `<usecase>0</usecase>${answers.join('')}`)
  const found = read(
    pmatch(answer(100, 'match (testing one two)'), answer(0, '*')),
    pmatch(
      '<modelanswer>die Photosynthese</modelanswer>',
      answer(100, 'match_w(photosynth*)'),
      answer(50, 'match(pflanze|[das blatt])'),
    ),
    pmatch(answer(100, 'match_any(match(rot) match_m(dunkelrot))'), answer(0, '*', 'Schau noch einmal.')),
    pmatch(answer(100, 'match_all(match_w(rot) not(match_w(blau)))'), answer(50, 'match_wo(a b)')),
    pmatch(answer(100, 'match('), answer(100, 'match_w(ja)')),
    pmatch(),
  )
  const [plain, model, any] = found.elements
  expect(found.types).toEqual(['short_text', 'short_text', 'short_text', 'short_text'])
  expect([scoreOf(plain, 'Testing one two'), scoreOf(plain, 'one two')]).toEqual([1, 0])
  expect(found.solutions[1]).toEqual(['die Photosynthese'])
  const given = [
    'Photosynthese!',
    'es ist die photosynthese, oder',
    'pflanze',
    'das Blatt',
    'das',
    'Synthese',
  ]
  expect(given.map((each) => scoreOf(model, each))).toEqual([1, 1, 0.5, 0.5, 0, 0])
  expect(['rot', 'dunkelrot', 'blau'].map((each) => scoreOf(any, each))).toEqual([1, 1, 0])
  expect(found.reported).toEqual([
    'converted',
    'converted',
    'scoring,feedback',
    'matching',
    'scoring',
    'incomplete',
  ])
})

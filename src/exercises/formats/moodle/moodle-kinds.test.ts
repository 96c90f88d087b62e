import { expect, test } from 'vitest'
import { typeOf } from '#exercises/model/task/types.ts'
import type { Imported } from '../incoming/imported.ts'
import { importMoodle } from '../incoming/imports.ts'
import { matchQuestion } from './moodle-pairs.ts'

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

test('gaps that are all chosen stay lists; what is said to answers, and what gaps are worth, is missed', () => {
  const chosen = question(
    'cloze',
    '<p>Rom liegt in {1:MULTICHOICE:Spanien~=Italien~%0%Malta}, Bern in {1:MCV:=der Schweiz~Tirol}.</p>',
  )
  const commented = question('cloze', '<p>{1:MC:=ja#gut~nein}</p>')
  const shared = question('cloze', '<p>{1:MC:=ja~%50%vielleicht~nein} {2:SA:=a}</p>')
  const found = read(chosen, commented, shared)
  expect(found.types).toEqual(['gap_select', 'gap_select', 'gap_text'])
  expect(found.solutions.slice(0, 2)).toEqual([['Italien', 'der Schweiz'], ['ja']])
  expect(found.reported).toEqual(['converted', 'feedback', 'gaps,scoring'])
})

test('all or nothing, statements with two columns, gaps of other plugins', () => {
  const answer = (fraction: number, text: string) =>
    `<answer fraction="${fraction}"><text>${text}</text></answer>`
  const all = question('multichoiceset', 'Welche?', answer(100, 'a') + answer(100, 'b') + answer(0, 'c'))
  const row = (number: number, text: string) =>
    `<row number="${number}"><optiontext format="html"><text>${text}</text></optiontext><feedbacktext><text>So ist es</text></feedbacktext></row>`
  const weight = (of: number, column: number, value: string) =>
    `<weight rownumber="${of}" columnnumber="${column}"><value>${value}</value></weight>`
  const columns = [1, 2].map(
    (number) => `<column number="${number}"><responsetext><text>x</text></responsetext></column>`,
  )
  const judged = (method: string) =>
    `<scoringmethod><text>${method}</text></scoringmethod>${row(1, 'Rom liegt in Italien.')}${row(2, 'Paris auch.')}${columns.join('')}` +
    weight(1, 1, '1.000') +
    weight(1, 2, '0.000') +
    weight(2, 1, '0.000') +
    weight(2, 2, '1.000')
  const found = read(
    all,
    question('kprime', 'Was stimmt?', judged('kprime')),
    question('mtf', 'Was stimmt?', judged('subpoints')),
    question(
      'gapfill',
      '<p>The [cat|tomcat] sat on the [mat].</p>',
      '<answerdisplay>gapfill</answerdisplay>',
    ),
    question(
      'gapfill',
      '<p>Der #Hund# bellt.</p>',
      '<delimitchars>##</delimitchars><wronganswers>Igel,Ente</wronganswers>',
    ),
  )
  expect(found.types).toEqual(['choice', 'true_false', 'true_false', 'gap_text', 'gap_drag'])
  expect(found.reported).toEqual(['converted', 'scoring', 'converted', 'converted', 'converted'])
  expect(found.elements[0]?.data).toMatchObject({ isMulti: true, policy: 'all' })
  expect(found.elements[1]?.data).toMatchObject({
    statements: [{ answer: true, feedback: 'So ist es' }, { answer: false }],
  })
  expect(found.solutions.slice(3)).toEqual([['cat / tomcat', 'mat'], ['Hund']])
  expect(JSON.stringify(found.elements[4])).toContain('Ente')
})

test('types go by the names Moodle writes, those it keeps inside, and those of plugins that draw them', () => {
  const pairs = ['Rom', 'Paris']
    .map(
      (left, at) =>
        `<subquestion><text>${left}</text><answer><text>${'ab'[at]}</text></answer></subquestion>`,
    )
    .join('')
  const matching = ['matching', 'match', 'ddmatch'].map((type) => question(type, 'Was passt?', pairs))
  const cloze = ['cloze', 'multianswer'].map((type) => question(type, 'Rom: {1:SA:=Italien}'))
  const found = read(...matching, ...cloze)
  expect(found.types).toEqual(['match', 'match', 'match', 'gap_text', 'gap_text'])
  expect(found.reported).toEqual(Array.from({ length: 5 }, () => 'converted'))
  expect(matchQuestion([['Rom', 'Italien']], [], () => undefined).type).toBe('matching')
})

test('a gap whose answers are patterns says so, unless they are taken as words', () => {
  const gap = (words: string, more = '') =>
    question('gapfill', `<p>The [${words}].</p>`, `<answerdisplay>gapfill</answerdisplay>${more}`)
  const found = read(
    gap('colou?r'),
    gap('gr(a|e)y'),
    gap('Wirklich?'),
    gap('z. B.'),
    gap('colou?r', '<disableregex>1</disableregex>'),
  )
  expect(found.reported).toEqual(['patterns', 'patterns', 'converted', 'converted', 'converted'])
})

test('letters by name, as older editors wrote them, are letters in answers', () => {
  const found = read(
    question(
      'shortanswer',
      'Wie hei&szlig;t sie?',
      '<answer fraction="100"><text><![CDATA[Z&uuml;rich]]></text></answer>',
    ),
  )
  expect(found.solutions).toEqual([['Zürich']])
})

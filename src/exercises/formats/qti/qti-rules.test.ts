import { expect, test } from 'vitest'
import type { Imported } from '../incoming/imported.ts'
import { importQti } from './import-qti.ts'

function read(processing: string, { body = '', correct = '3.14', type = 'float', outcome = '' } = {}) {
  const text = `<assessmentItem identifier="a" title="Pi"><responseDeclaration identifier="RESPONSE" cardinality="single" baseType="${type}">
    <correctResponse><value>${correct}</value></correctResponse></responseDeclaration>${outcome}
    <itemBody>${body || '<p>Pi? <textEntryInteraction responseIdentifier="RESPONSE"/></p>'}</itemBody>
    <responseProcessing>${processing}</responseProcessing></assessmentItem>`
  const { pages, report } = importQti([{ name: 'a.xml', text }], 'x') as Imported
  const [element] = pages.flatMap(({ elements }) => elements)
  const [line] = report
  return {
    type: element?.type,
    answers: (element?.data as { answers?: { min: number; max: number }[] } | undefined)?.answers?.map(
      ({ min, max }) => [min, max],
    ),
    points: element?.points,
    reported: line?.reason ?? line?.outcome,
  }
}
const set = (value: string, name = 'SCORE') =>
  `<setOutcomeValue identifier="${name}"><baseValue baseType="float">${value}</baseValue></setOutcomeValue>`
const rule = (equal: string, more = `<responseElse>${set('0')}</responseElse>`, score = '1') =>
  `<responseCondition><responseIf>${equal}${set(score)}${set('richtig', 'FEEDBACK')}</responseIf>${more}</responseCondition>`
const equal = (attributes: string, meant = '<correct identifier="RESPONSE"/>') =>
  `<equal ${attributes}><variable identifier="RESPONSE"/>${meant}</equal>`

test.each([
  ['absolute, one for both sides', 'toleranceMode="absolute" tolerance="0.01"', [3.13, 3.15]],
  ['absolute, one for each', 'toleranceMode="absolute" tolerance="0.04 0.01"', [3.1, 3.15]],
  ['relative: percent', 'toleranceMode="relative" tolerance="10 10"', [2.826, 3.454]],
  ['exact', 'toleranceMode="exact"', [3.14, 3.14]],
])('%s', (_name, attributes, range) => {
  expect(read(rule(equal(attributes)))).toEqual({
    type: 'numeric',
    answers: [range],
    points: 1,
    reported: 'converted',
  })
})

test('the number may stand in the rule, be worth more, or be one of a slider', () => {
  const wide = equal('toleranceMode="absolute" tolerance="1"', '<baseValue baseType="float">9.8</baseValue>')
  expect(read(rule(wide, '', '3'))).toMatchObject({
    answers: [[8.8, 10.8]],
    points: 3,
    reported: 'converted',
  })
  const body = '<sliderInteraction responseIdentifier="RESPONSE" lowerBound="0" upperBound="10"/>'
  expect(read(rule(equal('toleranceMode="absolute" tolerance="1"')), { body, correct: '5' })).toMatchObject({
    answers: [[4, 6]],
    reported: 'converted',
  })
})

test('all figures of an exact number count; QTI 3 writes the same rule under its own names', () => {
  const correct = '3.141592653589793'
  expect(read(rule(equal('toleranceMode="exact"')), { correct }).answers).toEqual([[Math.PI, Math.PI]])
  const named = rule(equal('tolerance-mode="absolute" tolerance="0.5"'))
    .replaceAll('responseCondition', 'qti-response-condition')
    .replaceAll('responseIf', 'qti-response-if')
    .replaceAll('responseElse', 'qti-response-else')
    .replaceAll('setOutcomeValue', 'qti-set-outcome-value')
    .replaceAll('baseValue', 'qti-base-value')
    .replaceAll('baseType', 'base-type')
    .replace(/<(\/?)(equal|variable|correct)\b/g, '<$1qti-$2')
  expect(read(named, { correct: '4' })).toMatchObject({ answers: [[3.5, 4.5]], reported: 'converted' })
})

test.each([
  ['another rule', '<responseCondition><responseIf><and/></responseIf></responseCondition>'],
  ['points for anything', rule(equal('toleranceMode="exact"'), `<responseElse>${set('0.5')}</responseElse>`)],
  ['a tolerance drawn anew', rule(equal('toleranceMode="absolute" tolerance="TOL"'))],
  ['a tolerance below nothing', rule(equal('toleranceMode="absolute" tolerance="-1"'))],
  ['two conditions', rule(equal('toleranceMode="exact"')).repeat(2)],
  ['the key of another place', rule(equal('toleranceMode="exact"', '<correct identifier="OTHER"/>'))],
  ['nothing at all', '<responseCondition/>'],
])('%s is no tolerance, and said to be scored otherwise', (_name, processing) => {
  expect(read(processing)).toMatchObject({ answers: [[3.14, 3.14]], reported: 'scoring' })
})

test('the rule that compares with the key, written out, is the usual scoring', () => {
  const match = '<match><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></match>'
  const body =
    '<choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><simpleChoice identifier="a">ja</simpleChoice><simpleChoice identifier="b">nein</simpleChoice></choiceInteraction>'
  const found = read(rule(match, undefined, '2'), { body, correct: 'a', type: 'identifier' })
  expect(found).toMatchObject({ type: 'choice', points: 2, reported: 'converted' })
})

test('a rule about one of two places is another one', () => {
  const outcome =
    '<responseDeclaration identifier="OTHER" cardinality="single" baseType="float"><correctResponse><value>2</value></correctResponse></responseDeclaration>'
  expect(read(rule(equal('toleranceMode="exact"')), { outcome })).toMatchObject({ reported: 'scoring' })
})

test('a number in the midst of words is a gap, which takes no other number', () => {
  const body = '<p>Pi ist <textEntryInteraction responseIdentifier="RESPONSE"/> ungefähr.</p>'
  expect(read(rule(equal('toleranceMode="absolute" tolerance="1"')), { body })).toMatchObject({
    type: 'gap_text',
    reported: 'scoring',
  })
})

const rounded = (attributes: string) =>
  `<equalRounded ${attributes}><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></equalRounded>`

test.each([
  ['three significant figures', '3.175', 'figures="3"', ['3.175', '3.18', '3.184'], ['3.174', '3.185']],
  [
    'two places',
    '2.5',
    'roundingMode="decimalPlaces" figures="2"',
    ['2.495', '2.5', '2.504'],
    ['2.494', '2.505'],
  ],
  ['no place', '-7', 'roundingMode="decimalPlaces" figures="0"', ['-7.4', '-6.6'], ['-7.6', '-6.4']],
  ['a power of ten', '10', 'figures="3"', ['9.995', '10.04'], ['9.994', '9.99', '10.05']],
  ['nothing', '0', 'roundingMode="decimalPlaces" figures="1"', ['0.04', '-0.04'], ['0.05', '-0.06']],
])('rounded to %s: what is rounded to the same is right', (_name, correct, attributes, right, wrong) => {
  const found = read(rule(rounded(attributes)), { correct })
  expect(found).toMatchObject({ type: 'numeric', reported: 'converted' })
  const [[min = Number.NaN, max = Number.NaN] = []] = found.answers ?? []
  const isRight = (number: string) => min <= Number(number) && Number(number) <= max
  expect([right.every(isRight), wrong.some(isRight)]).toEqual([true, false])
})

test.each(['figures="0"', 'figures="x"', 'roundingMode="none" figures="2"', ''])(
  'rounding by %s is another rule',
  (attributes) => {
    expect(read(rule(rounded(attributes)))).toMatchObject({ reported: 'scoring' })
  },
)

/** Two gaps; each condition adds to the score. */
function readTwo(conditions: string) {
  const places = ['A', 'B'].map(
    (name) =>
      `<responseDeclaration identifier="${name}" cardinality="single" baseType="string"><correctResponse><value>${name}x</value></correctResponse></responseDeclaration>`,
  )
  const text = `<assessmentItem identifier="a" title="Zwei">${places.join('')}
    <itemBody><p>Erst <textEntryInteraction responseIdentifier="A"/> dann <textEntryInteraction responseIdentifier="B"/>.</p></itemBody>
    <responseProcessing>${conditions}</responseProcessing></assessmentItem>`
  const { pages, report } = importQti([{ name: 'a.xml', text }], 'x') as Imported
  const [element] = pages.flatMap(({ elements }) => elements)
  return [element?.type, element?.points, report[0]?.reason ?? report[0]?.outcome]
}
const matched = (name: string) =>
  `<match><variable identifier="${name}"/><correct identifier="${name}"/></match>`
const adding = (name: string, points = '2', test = matched(name)) =>
  `<responseCondition><responseIf>${test}<setOutcomeValue identifier="SCORE"><sum><variable identifier="SCORE"/><baseValue baseType="float">${points}</baseValue></sum></setOutcomeValue></responseIf></responseCondition>`

test('conditions that add the same for each place are parts of a task', () => {
  expect(readTwo(adding('A') + adding('B'))).toEqual(['gap_text', 4, 'converted'])
  expect(readTwo(set('0') + adding('A', '1') + adding('B', '1'))).toEqual(['gap_text', 2, 'converted'])
})

test.each([
  ['one place alone', adding('A')],
  ['a place twice', adding('A') + adding('A')],
  ['unlike points', adding('A', '1') + adding('B', '3')],
  ['all or nothing of both', adding('A', '1', `<and>${matched('A')}${matched('B')}</and>`) + adding('B')],
  ['taking away', adding('A', '-1') + adding('B', '-1')],
])('%s stays scored otherwise', (_name, conditions) => {
  expect(readTwo(conditions)[2]).toBe('scoring')
})

test('any of several answers of one place may be right; capitals count where the rule says so', () => {
  const one = (value: string, more = '') =>
    `<stringMatch ${more}><variable identifier="RESPONSE"/><baseValue baseType="string">${value}</baseValue></stringMatch>`
  const gapOf = (processing: string) => {
    const text = `<assessmentItem identifier="a" title="York"><responseDeclaration identifier="RESPONSE" cardinality="single" baseType="string">
      <correctResponse><value>York</value></correctResponse></responseDeclaration><itemBody><p>Nach <textEntryInteraction responseIdentifier="RESPONSE"/> hin.</p></itemBody>
      <responseProcessing>${processing}</responseProcessing></assessmentItem>`
    const { pages, report } = importQti([{ name: 'a.xml', text }], 'x') as Imported
    const data = pages[0]?.elements[0]?.data as {
      gaps: { g1: { answers: { text: string }[] } }
      caseSensitive: boolean
    }
    const answers = data.gaps.g1.answers.map((answer) => answer.text)
    return [answers, data.caseSensitive, report[0]?.reason ?? report[0]?.outcome]
  }
  const loose = 'caseSensitive="false"'
  expect(gapOf(rule(`<or>${one('York', loose)}${one('Eboracum', loose)}</or>`))).toEqual([
    ['York', 'Eboracum'],
    false,
    'converted',
  ])
  expect(gapOf(rule(`<and><or>${one('York')}</or></and>`))).toEqual([['York'], true, 'converted'])
  // What differs in more than its answer is another rule.
  expect(gapOf(rule(`<or>${one('York', loose)}${one('Eboracum')}</or>`))[2]).toBe('scoring')
  expect(gapOf(rule(`<or>${one('York', 'substring="true"')}</or>`))[2]).toBe('scoring')
  expect(gapOf(rule(`<or>${one('York')}<isNull><variable identifier="RESPONSE"/></isNull></or>`))[2]).toBe(
    'scoring',
  )
  expect(gapOf(rule('<or></or>'))[2]).toBe('scoring')
})

test('numbers of which any will do are ranges of one task', () => {
  const number = (value: string, tolerance = '0.5') =>
    equal(
      `toleranceMode="absolute" tolerance="${tolerance}"`,
      `<baseValue baseType="float">${value}</baseValue>`,
    )
  expect(read(rule(`<or>${number('3')}${number('-3')}</or>`))).toMatchObject({
    answers: [
      [2.5, 3.5],
      [-3.5, -2.5],
    ],
    reported: 'converted',
  })
  expect(read(rule(`<or>${number('3')}${number('-3', '1')}</or>`))).toMatchObject({ reported: 'scoring' })
})

test('questions of one item that are worth different points are tasks of their own', () => {
  const places = ['A', 'B'].map(
    (name) =>
      `<responseDeclaration identifier="${name}" cardinality="single" baseType="identifier"><correctResponse><value>a</value></correctResponse></responseDeclaration>`,
  )
  const asked = ['A', 'B'].map(
    (name) =>
      `<choiceInteraction responseIdentifier="${name}" maxChoices="1"><prompt>${name}?</prompt><simpleChoice identifier="a">ja</simpleChoice><simpleChoice identifier="b">nein</simpleChoice></choiceInteraction>`,
  )
  const of = (conditions: string) => {
    const text = `<assessmentItem identifier="a" title="Zwei">${places.join('')}<itemBody>${asked.join('')}</itemBody><responseProcessing>${conditions}</responseProcessing></assessmentItem>`
    const { pages, report } = importQti([{ name: 'a.xml', text }], 'x') as Imported
    return [
      pages[0]?.elements.map(({ type, points }) => [type, points]),
      report.map(({ reason, outcome }) => reason ?? outcome),
    ]
  }
  expect(of(adding('B', '3') + adding('A', '1'))).toEqual([
    [
      ['choice', 1],
      ['choice', 3],
    ],
    ['converted', 'converted'],
  ])
  expect(of(adding('A', '-1') + adding('B', '3'))[1]).toEqual(['scoring', 'scoring'])
})

import { expect, test } from 'vitest'
import { typeOf } from '#exercises/model/task/types.ts'
import { textOfHtml } from '#exercises/model/text/rich-text.ts'
import { contentSchema, scoreAnswers } from '#exercises/model/unit.ts'
import { importH5p } from '../h5p/import-h5p.ts'
import { qti22Files } from '../qti/export-qti22.ts'
import { importQti } from '../qti/import-qti.ts'
import type { ImportRefusal } from './import-report.ts'
import type { Imported } from './imported.ts'
import { importAiken, importCsv, importGift, importMoodle } from './imports.ts'

/** What came over, and what the report says of it. */
function summaryOf(found: Imported | ImportRefusal) {
  if (typeof found === 'string') throw new Error(found)
  const elements = found.pages.flatMap((page) => page.elements)
  return {
    elements,
    types: elements.map(({ type }) => type),
    solutions: elements.map(({ type, data }) => typeOf(type)?.solution(data)),
    prompts: elements.map(({ prompt }) => textOfHtml(prompt).replace(/\s+/g, ' ')),
    lines: found.report.map(({ outcome, reason, others = [] }) => [reason ?? outcome, ...others].join()),
  }
}

const moodle = (type: string, text: string, more = '') =>
  summaryOf(
    importMoodle(
      `<quiz><question type="${type}"><name><text>x</text></name><questiontext format="html"><text><![CDATA[${text}]]></text></questiontext>${more}</question></quiz>`,
      'x',
    ),
  )
const h5p = (library: string, content: unknown) =>
  summaryOf(importH5p({ library: `${library} 1.0`, title: 'x', content }, () => Uint8Array.of(1)))
const qti = (declarations: string, body: string) =>
  summaryOf(
    importQti(
      [
        {
          name: 'a.xml',
          text: `<assessmentItem identifier="a" title="x">${declarations}<itemBody>${body}</itemBody></assessmentItem>`,
        },
      ],
      'x',
      (path) => (path === 'a.png' ? new Uint8Array([1]) : undefined),
    ),
  )

test.each(['dragdrop', 'gapfill'])(
  'a gap of Moodle that stays empty is no word to put in (%s)',
  (display) => {
    const shown = `<answerdisplay>${display}</answerdisplay>`
    const found = moodle('gapfill', '<p>A dog says [woof], a stone says [!!].</p>', shown)
    expect(found.solutions).toEqual([['woof']])
    expect(JSON.stringify(found.elements)).not.toContain('!!')
    expect(found.lines).toEqual(['empty_gaps'])
    const perhaps = moodle('gapfill', '<p>A cat says [meow|!!].</p>', shown)
    expect([perhaps.solutions, perhaps.lines]).toEqual([[['meow']], ['empty_gaps']])
    expect(moodle('gapfill', '<p>Nothing: [!!]</p>', shown).lines).toEqual(['incomplete'])
  },
)

test.each(['typing', 'selection'])(
  'marks of words that light up are not read by pupils (H5P, %s)',
  (mode) => {
    const content = (blanksText: string) => ({
      content: {
        blanksText,
        blanksList: [
          { correctAnswerText: 'goes', incorrectAnswersList: [{ incorrectAnswerText: 'go' }] },
          { correctAnswerText: 'home', incorrectAnswersList: [{ incorrectAnswerText: 'house' }] },
        ],
      },
      behaviour: { mode },
    })
    const found = h5p('H5P.AdvancedBlanks', content('<p>!!<em>She</em>!! ____ !!to the ____ soon!!.</p>'))
    expect([found.solutions, found.lines]).toEqual([[['goes', 'home']], ['highlights']])
    expect(JSON.stringify(found.elements)).not.toContain('!!')
    expect(h5p('H5P.AdvancedBlanks', content('<p>Look!! She ____ ____.</p>')).lines).toEqual(['converted'])
  },
)

test('numbers of a text with gaps keep what they may be off by; nobody types tags', () => {
  const found = moodle(
    'cloze',
    '<p>Water boils at {1:NUMERICAL:=212:10~%50%212:20~%50%213} degrees and is {1:SA:=H<sub>2</sub>O}.</p>',
  )
  expect(found.elements[0]?.data).toMatchObject({
    gaps: {
      g1: {
        answers: [
          { text: '212', fraction: 1, tolerance: 10 },
          { text: '212', fraction: 0.5, tolerance: 20 },
          { text: '213', fraction: 0.5, tolerance: 0 },
        ],
      },
      g2: { answers: [{ text: 'H2O' }] },
    },
  })
  expect(found.lines).toEqual(['converted'])
  const scored = (typed: string) =>
    typeOf('gap_text')?.score(found.elements[0]?.data, { g1: typed, g2: 'H2O' }).scaled
  expect(['202', '222,0', '201.9', '192', '232.5', 'x'].map(scored)).toEqual([1, 1, 0.75, 0.75, 0.5, 0.5])
  const exact = moodle('cloze', '<p>{1:NM:=212}, {1:NM:=4:0}</p>')
  expect(exact.lines).toEqual(['converted'])
  expect(moodle('cloze', '<p>{1:NM:=4~%50%*}</p>').lines).toEqual(['gaps'])
})

test('of a question several things may be missed, and each has its reason', () => {
  const found = moodle(
    'cloze',
    '<p>{1:NM:=212~%50%*}</p>',
    '<minwordlimit>3</minwordlimit><generalfeedback><text>x</text><file name="a.png" encoding="base64">AAAA</file></generalfeedback>',
  )
  expect(found.lines).toEqual(['gaps,pictures,settings'])
})

test('GIFT: what wrong numbers are told may follow the number, with or without its sign', () => {
  const found = summaryOf(
    importGift(
      '::A:: 1 to 5? {#3:2~#Completely wrong}\n\n::B:: 1 to 5? {#=3:2#Right~#Completely wrong}\n\n::C:: Pi? {#3.14:0.01#Good}',
      'x',
    ),
  )
  expect(found.lines).toEqual(['converted', 'converted', 'converted'])
  expect(found.elements).toMatchObject([
    { wrong: 'Completely wrong', data: { answers: [{ min: 1, max: 5, fraction: 1 }] } },
    { wrong: 'Completely wrong', data: { answers: [{ min: 1, max: 5, feedback: 'Right' }] } },
    { data: { answers: [{ min: 3.13, max: 3.15, feedback: 'Good' }] } },
  ])
})

test('Aiken: letters may stand directly before their answers', () => {
  const found = summaryOf(
    importAiken(
      'Which planet is the largest?\nA)Mars\nB)Jupiter\nANSWER: B\n\nAnd?\nA. a\nB. b\nANSWER: A\n',
      'x',
    ),
  )
  expect([found.solutions, found.lines]).toEqual([
    [['Jupiter'], ['a']],
    ['converted', 'converted'],
  ])
})

test('Aiken: letters as people write them, where they come in their order', () => {
  const found = summaryOf(
    importAiken(
      'Which planet?\nA.Mars\nB.Jupiter\nANSWER: B\n\nWhich sea?\n(A) North\n(B) South\nANSWER: A\n\nWhy?\nA: this\nB: that (z: later)\nANSWER: B\n',
      'x',
    ),
  )
  expect([found.solutions, found.lines]).toEqual([
    [['Jupiter'], ['North'], ['that (z: later)']],
    ['converted', 'converted', 'converted'],
  ])
})

test('Blooket: of a question that is typed every answer is right', () => {
  const found = summaryOf(
    importCsv(
      'Question #,Question Text,Question Type,Answer 1,Answer 2,Answer 3,Time Limit (sec),Correct Answer(s)\n1,Capital of Peru?,typing,Lima,lima city,,20,\n2,3 × 3?,Multiple Choice,6,9,,20,2',
      'x',
    ),
  )
  expect(found.types).toEqual(['short_text', 'choice'])
  expect([found.solutions, found.lines]).toEqual([
    [['Lima / lima city'], ['9']],
    ['converted', 'converted'],
  ])
})

/** What pointing at a place of the picture earns. */
const pointed = ({ elements: [first] }: ReturnType<typeof summaryOf>, point: string) =>
  first && scoreAnswers({ ...first, id: 'e1' }, { point: [point] }).raw

test('one area alone has the rest of its picture beside it', () => {
  const spot = {
    userSettings: { correct: true, feedbackText: 'Yes, that is the nose.' },
    computedSettings: { x: 40, y: 40, width: 20, height: 20, figure: 'circle' },
  }
  const found = h5p('H5P.ImageHotspotQuestion', {
    imageHotspotQuestion: {
      backgroundImageSettings: { path: 'images/a.png' },
      hotspotSettings: { taskDescription: 'Where is the nose?', hotspot: [spot] },
    },
  })
  expect([found.types, found.lines]).toEqual([['hotspot'], ['labels,one_area']])
  expect([pointed(found, '50, 50'), pointed(found, '5, 5')]).toEqual([1, 0])
  const picture = '<object data="a.png" type="image/png" width="200" height="100">Map</object>'
  const point = qti(
    `<responseDeclaration identifier="R" cardinality="single" baseType="point"><areaMapping defaultValue="0">
      <areaMapEntry shape="circle" coords="100,50,10" mappedValue="1"/></areaMapping></responseDeclaration>`,
    `<selectPointInteraction responseIdentifier="R" maxChoices="1"><prompt>Where?</prompt>${picture}</selectPointInteraction>`,
  )
  expect([point.types, point.lines]).toEqual([['hotspot'], ['labels,one_area']])
  expect([pointed(point, '50, 50'), pointed(point, '5, 5')]).toEqual([1, 0])
  const choice = qti(
    '<responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>A</value></correctResponse></responseDeclaration>',
    `<hotspotInteraction responseIdentifier="R" maxChoices="1"><prompt>Where?</prompt>${picture}
      <hotspotChoice shape="rect" coords="90,40,110,60" identifier="A" hotspotLabel="Rome"/></hotspotInteraction>`,
  )
  expect([choice.types, choice.lines]).toEqual([['hotspot'], ['one_area']])
})

test('QTI: each of several questions has the text before it; where there is none, they share it', () => {
  const declared = ['A', 'B', 'C'].map(
    (id) => `<responseDeclaration identifier="${id}" cardinality="single" baseType="string"/>`,
  )
  const write = (id: string) => `<extendedTextInteraction responseIdentifier="${id}"/>`
  const apart = qti(
    declared.join(''),
    `<p>Read.</p><div><p>a) Why?</p>${write('A')}</div><p>b) How?</p>${write('B')}<p>c) When?</p>${write('C')}<p>Well done.</p>`,
  )
  expect(apart.types).toEqual(['essay', 'essay', 'essay'])
  expect(apart.prompts).toEqual(['Read. a) Why?', 'b) How?', 'c) When? Well done.'])
  const shared = qti(declared.join(''), `<p>Name three.</p>${write('A')}${write('B')}${write('C')}`)
  expect(shared.prompts).toEqual(['Name three.', 'Name three.', 'Name three.'])
  expect(shared.lines).toEqual(['converted', 'converted', 'converted'])
})

test('addresses of a package lead where they led', () => {
  const found = h5p('H5P.CornellNotes', {
    exerciseContent: {
      library: 'H5P.Video 1.6',
      params: { sources: [{ path: 'https://example.org/watch?v=a&amp;t=0s', mime: 'video/YouTube' }] },
    },
  })
  expect(JSON.stringify(found.elements)).toContain('href=\\"https://example.org/watch?v=a&amp;t=0s\\"')
})

const hottext = (attributes: string, cardinality = 'single', correct = ['B']) =>
  qti(
    `<responseDeclaration identifier="R" cardinality="${cardinality}" baseType="identifier"><correctResponse>${correct
      .map((id) => `<value>${id}</value>`)
      .join('')}</correctResponse></responseDeclaration>`,
    `<hottextInteraction responseIdentifier="R" ${attributes}><p>The old <hottext identifier="A">black cat</hottext>
      <hottext identifier="B">sleep</hottext> on the <hottext identifier="C">mat</hottext>.</p><p>It [purrs].</p></hottextInteraction>`,
  )

test('QTI: of a text only its phrases may be marked, and no more than the file allows', () => {
  const [task] = hottext('maxChoices="1"').elements
  if (!task) throw new Error('no task')
  const [widget] = typeOf('mark_words')?.view(task.data, () => 0) ?? []
  if (widget?.kind !== 'tokens') throw new Error('nothing to mark')
  const phrases = widget.tokens.filter(({ value }) => value !== undefined)
  expect([phrases.map(({ text }) => text), widget.most]).toEqual([['black cat', 'sleep', 'mat'], 1])
  expect(widget.tokens.map(({ text }) => text).join(' ')).toBe(
    'The old black cat sleep on the mat . \n It [purrs].',
  )
  const marked = (text: string) => {
    const value = phrases.find((phrase) => phrase.text === text)?.value ?? ''
    return scoreAnswers({ ...task, id: 'e1' }, { [widget.name]: [value] }).raw
  }
  expect([marked('sleep'), marked('mat')]).toEqual([task.points, 0])
  const most = (attributes: string, cardinality?: string, correct?: string[]) =>
    (hottext(attributes, cardinality, correct).elements[0]?.data as { most?: number } | undefined)?.most
  expect(most('maxChoices="2"', 'multiple', ['A', 'B'])).toBe(2)
  expect(most('maxChoices="0"', 'multiple', ['A', 'B'])).toBe(0)
})

test('a text of phrases is typed as it was read, with all its signs', () => {
  const row = typeOf('mark_words')
  const [task] = hottext('maxChoices="1"').elements
  const typed = row?.typed(task?.data) ?? {}
  expect(typed.markedText).toBe('The old [black cat] *sleep* on the [mat] .\nIt \\[purrs\\].')
  expect(row?.schema.parse(row.fromTyped(typed))).toEqual(task?.data)
})

test('QTI 2.2 has no sliders below zero: there the number is typed', () => {
  const unit = (min: string) => {
    const row = typeOf('numeric')
    const data = row?.schema.parse(row.fromTyped({ numbers: '3', show: 'slider', min, max: '10', step: '1' }))
    const element = { id: 'e1', type: 'numeric', prompt: '<p>?</p>', points: 1, right: '', wrong: '', data }
    const content = contentSchema.parse({
      title: 'x',
      pages: [{ id: 'p', title: '', elements: [element] }],
      settings: {},
    })
    return Object.values(qti22Files(content, () => undefined).files).join('')
  }
  expect(unit('0')).toContain('<sliderInteraction ')
  expect(unit('-10')).not.toContain('<sliderInteraction')
  expect(unit('-10')).toContain('<textEntryInteraction responseIdentifier="RESPONSE">')
})

import { describe, expect, test } from 'vitest'
import { typeOf } from '#exercises/model/task/types.ts'
import { importH5p } from '../h5p/import-h5p.ts'
import type { ImportRefusal } from '../incoming/import-report.ts'
import type { Imported } from '../incoming/imported.ts'
import { importAiken, importGift, importMoodle } from '../incoming/imports.ts'
import { importQti } from '../qti/import-qti.ts'

/** Files as other programs and careless hands write them: what is in them comes over, or a line says what does not. */
function read(found: Imported | ImportRefusal) {
  if (typeof found === 'string') throw new Error(found)
  const elements = found.pages.flatMap((page) => page.elements)
  const lines = found.report.map(({ name, outcome, reason }) => [name, reason ?? outcome])
  return { elements, lines, files: found.files }
}

describe('GIFT', () => {
  test('signs, weights and comments', () => {
    const { elements, lines } = read(
      importGift(
        String.raw`::A \: B:: 5 \~ 6 \= \{x\} \# 1\: 2? {=\~5# Genau\: so ~%-33.333%6 \= 7#nein ~%50%halb####Alles \# gut}

Fluss {=Spree =%50%Havel ~Elbe}

Stimmt {T#falsch#richtig}

[markdown]**Fett** und *kursiv* {=ja ~nein}`,
        'x',
      ),
    )
    expect(lines.map(([, outcome]) => outcome)).toEqual(Array(4).fill('converted'))
    expect(elements).toMatchObject([
      {
        prompt: '<p>5 ~ 6 = {x} # 1: 2?</p>',
        right: 'Alles # gut',
        data: { options: [{ text: '~5', feedback: 'Genau: so' }, { weight: -0.33333 }, { weight: 0.5 }] },
      },
      // One is picked, as in Moodle, where one answer is wholly right.
      { data: { isMulti: false, options: [{ weight: 1 }, { weight: 0.5 }, { weight: 0 }] } },
      { right: 'richtig', data: { statements: [{ answer: true, feedback: 'falsch' }] } },
      { prompt: '<p><strong>Fett</strong> und <em>kursiv</em></p>' },
    ])
  })

  test('two pairs of braces and braces that do not close show nobody the answers', () => {
    const { elements, lines } = read(importGift('A {=a ~b} und {=c ~d}.\n\nB {=a ~b\n\nC {T}', 'x'))
    expect(lines).toEqual([
      ['C', 'converted'],
      ['1', 'unreadable'],
      ['3', 'unreadable'],
    ])
    expect(elements).toHaveLength(1)
  })
})

test('Aiken: small letters, several answers, lines that go on, answers nobody names', () => {
  const text = [
    '\ufeffWas ist\r\nrot?\r\na) Blut\r\nb) Gras\r\nanswer: a\r\n',
    'Zwei?\r\nA. eins\r\nB. zwei\r\nC. drei\r\nANSWER: A, C\r\n',
    'Falsch?\r\nA. x\r\nB. y\r\nANSWER: D\r\n',
    'Ohne?\r\nA. x\r\nB. y\r\n',
    'Letzte\r\nA. ja\r\nB. nein\r\nund mehr\r\nANSWER:B',
  ]
  const { elements, lines } = read(importAiken(text.join('\r\n'), 'x'))
  expect(lines).toEqual([
    ['Was ist rot?', 'converted'],
    ['Zwei?', 'converted'],
    ['Falsch?', 'incomplete'],
    ['Ohne?', 'incomplete'],
    ['Letzte', 'converted'],
  ])
  expect(elements.map(({ data }) => data)).toMatchObject([
    { isMulti: false, options: [{ weight: 1 }, { weight: 0 }] },
    { isMulti: true, policy: 'all', options: [{ weight: 1 }, { weight: 0 }, { weight: 1 }] },
    { options: [{ weight: 0 }, { text: 'nein und mehr', weight: 1 }] },
  ])
})

describe('Moodle XML', () => {
  const question = (type: string, text: string, rest = '', format = 'html') =>
    `<question type="${type}"><name><text>F</text></name><questiontext format="${format}"><text><![CDATA[${text}]]></text></questiontext>${rest}</question>`
  const moodle = (...questions: string[]) => read(importMoodle(`<quiz>${questions.join('')}</quiz>`, 'x'))
  const answers = '<answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer>'
  const file = (base64: string) => `<file name="a.png" encoding="base64">${base64}</file>`

  test('what a question says to its answers, and hints', () => {
    const said = (partly: string) =>
      `<generalfeedback><text>Merke!</text></generalfeedback><correctfeedback><text><![CDATA[<p>Gut.</p>]]></text></correctfeedback>
      <incorrectfeedback><text>Schade.</text></incorrectfeedback><partiallycorrectfeedback><text>${partly}</text></partiallycorrectfeedback>
      <hint><text>Denk nach</text></hint><hint format="html"><text><![CDATA[<p>Noch mehr</p>]]></text></hint>`
    const { elements, lines } = moodle(
      question('multichoice', 'Was?', said('Die Antwort ist teilweise richtig.') + answers),
      question('multichoice', 'Was?', said('Nur halb!') + answers),
    )
    expect(lines.map(([, outcome]) => outcome)).toEqual(['converted', 'converted'])
    const common = { right: 'Gut. Merke!', wrong: 'Schade. Merke!', hints: ['Denk nach', 'Noch mehr'] }
    expect(elements).toMatchObject([
      { ...common, partial: '' },
      { ...common, partial: 'Nur halb! Merke!' },
    ])
  })

  test('two questions of one name have their own pictures; those of comments are missed', () => {
    const { elements, lines, files } = moodle(
      question('multichoice', '<img src="@@PLUGINFILE@@/a.png">', `${file('iVBORw0KGgo=')}${answers}`),
      question(
        'multichoice',
        '<img src="@@PLUGINFILE@@/a.png">',
        `${file('R0lGODlhAQABAAAAACw=')}${answers}`,
      ),
      question(
        'multichoice',
        'Was?',
        answers.replace(
          '</answer>',
          `<feedback><text><![CDATA[Gut <img src="@@PLUGINFILE@@/a.png">]]></text>${file('R0lGODlh')}</feedback></answer>`,
        ),
      ),
      question(
        'essay',
        'Schreib <iframe src="https://x.example"></iframe>',
        '<graderinfo><text>Achte auf X</text></graderinfo>',
      ),
      question('essay', 'Schreib', '<responsetemplate><text>Es war einmal</text></responsetemplate>'),
    )
    expect(files).toHaveLength(2)
    expect(lines.map(([, outcome]) => outcome)).toEqual([
      'converted',
      'converted',
      'pictures',
      'media',
      'settings',
    ])
    expect(elements.at(-2)).toMatchObject({ type: 'essay', data: { sample: 'Achte auf X' } })
  })

  test('texts by their format, numbers with commas, orders by their grading', () => {
    const number =
      '<answer fraction="100"><text>1,5</text><tolerance>0,1</tolerance></answer><answer fraction="0"><text>*</text><feedback><text>nein</text></feedback></answer>'
    const { elements, lines } = moodle(
      question('shortanswer', '1 < 2?\nName', answers, 'plain_text'),
      question('numerical', 'Wie lang?', number),
      question('ordering', 'Sortiere', `<gradingtype>RELATIVE_NEXT_EXCLUDE_LAST</gradingtype>${answers}`),
      question('ordering', 'Sortiere', `<gradingtype>LONGEST_ORDERED_SUBSET</gradingtype>${answers}`),
    )
    expect(lines.map(([, outcome]) => outcome)).toEqual(['converted', 'converted', 'converted', 'scoring'])
    expect(elements).toMatchObject([
      { prompt: '<p>1 &lt; 2?<br>Name</p>' },
      { wrong: 'nein', data: { answers: [{ min: 1.4, max: 1.6 }] } },
      { data: { scoring: 'adjacent' } },
      { data: { scoring: 'position' } },
    ])
  })

  test('answers within the text are shown to nobody, whatever their kind', () => {
    const kinds = ['MULTICHOICE_VS', 'MULTIRESPONSE_HS', 'MRV', 'SHORTANSWER_C', 'NM']
    const text = kinds.map((kind) => `{1:${kind}:=4:0.1#gut~9}`).join(' ')
    const { elements, lines } = moodle(question('cloze', text), question('cloze', '{1:SA:=a} {1:NEWKIND:=b}'))
    expect(lines.map(([, outcome]) => outcome)).toEqual(['gaps', 'unknown_type'])
    expect(JSON.stringify(elements)).not.toContain('gut')
    expect(elements[0]).toMatchObject({
      data: { html: '{{g1}} {{g2}} {{g3}} {{g4}} {{g5}}', gaps: { g5: { answers: [{ text: '4' }] } } },
    })
  })
})

describe('QTI', () => {
  const item = (type: string, correct: string, body: string, after = '') =>
    read(
      importQti(
        [
          {
            name: 'a.xml',
            text: `<assessmentItem title="Aufgabe"><responseDeclaration identifier="RESPONSE" cardinality="single" baseType="${type}">
          <correctResponse><value>${correct}</value></correctResponse></responseDeclaration><itemBody>${body}</itemBody>
          <responseProcessing template="rptemplates/match_correct"/>${after}</assessmentItem>`,
          },
        ],
        'x',
        () => new Uint8Array(9),
      ),
    )

  test('formulas, comments of answers and comments of the whole', () => {
    const choice = `<p>Was ist <m:math><m:mfrac><m:mn>1</m:mn><m:msup><m:mi>x</m:mi><m:mn>2</m:mn></m:msup></m:mfrac></m:math>?</p>
      <choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><simpleChoice identifier="A">eins<feedbackInline>genau</feedbackInline></simpleChoice>
      <simpleChoice identifier="B">zwei</simpleChoice></choiceInteraction>`
    const { elements, lines } = item('identifier', 'A', choice, '<modalFeedback>Ende</modalFeedback>')
    expect(lines).toEqual([['Aufgabe', 'feedback']])
    expect(elements[0]).toMatchObject({
      prompt: String.raw`<p>Was ist \(\frac{1}{x^{2}}\)?</p>`,
      data: { options: [{ text: 'eins', feedback: 'genau' }, { text: 'zwei' }] },
    })
  })

  test('a number is asked for as one, however it is typed', () => {
    const { elements } = item(
      'float',
      '4.0',
      '<p>2 + 2 = <textEntryInteraction responseIdentifier="RESPONSE"/></p>',
    )
    expect(elements[0]).toMatchObject({ type: 'numeric', prompt: '<p>2 + 2 =</p>' })
    const scored = (text: string) => typeOf('numeric')?.score(elements[0]?.data, text).scaled
    expect(['4', '4,0', '4.00', '5'].map(scored)).toEqual([1, 1, 1, 0])
    const within = item(
      'float',
      '4.0',
      '<p>2 + 2 = <textEntryInteraction responseIdentifier="RESPONSE"/> Stück</p>',
    )
    expect(within.elements[0]).toMatchObject({
      data: { gaps: { g1: { answers: [{ text: '4', tolerance: 0 }] } } },
    })
    const gap = (text: string) => typeOf('gap_text')?.score(within.elements[0]?.data, { g1: text }).scaled
    expect(['4', '4,0', '4.00', '5', '4 m'].map(gap)).toEqual([1, 1, 1, 0, 0])
  })

  test('outlines keep their corners, pictures to place are told about, points of a picture without their areas are left out', () => {
    const map = '<object type="image/png" width="200" height="100" data="m.png"/>'
    const outline = `<hotspotInteraction responseIdentifier="RESPONSE" maxChoices="1">${map}<hotspotChoice identifier="A" shape="poly" coords="0,0,50,0,25,50" hotspotLabel="A"/><hotspotChoice identifier="B" shape="rect" coords="0,0,9,9" hotspotLabel="B"/></hotspotInteraction>`
    const placed = `<graphicGapMatchInteraction responseIdentifier="RESPONSE">${map}<gapImg identifier="g"><object data="i.png">Hund</object></gapImg><associableHotspot identifier="h" shape="rect" coords="0,0,10,10"/></graphicGapMatchInteraction>`
    const point = `<selectPointInteraction responseIdentifier="RESPONSE">${map}</selectPointInteraction>`
    const drawn = item('identifier', 'A', outline)
    expect(drawn.lines).toEqual([['Aufgabe', 'converted']])
    expect(drawn.elements[0]).toMatchObject({
      data: {
        areas: [
          {
            shape: 'poly',
            points: [
              { x: 0, y: 0 },
              { x: 25, y: 0 },
              { x: 12.5, y: 50 },
            ],
          },
          { shape: 'rect' },
        ],
      },
    })
    expect(item('directedPair', 'g h', placed).lines).toEqual([['Aufgabe', 'pictures']])
    expect(item('point', '1 1', point).lines).toEqual([['Aufgabe', 'incomplete']])
  })
})

test('H5P: what a task says to its answers, places that are explained, what a set says first', () => {
  const spots = {
    library: 'H5P.ImageHotspots 1.10',
    params: {
      image: { path: 'images/a.png' },
      backgroundImageAltText: 'Ein Herz',
      hotspots: [
        {
          position: { x: 10, y: 20 },
          header: 'Klappe',
          content: [{ library: 'H5P.Text 1.1', params: { text: '<p>zu</p>' } }],
        },
        { position: { x: 30, y: 40 }, content: [{ library: 'H5P.Video 1.6', params: {} }] },
      ],
    },
  }
  const bands = [0, 50, 100].map((from) => ({
    from,
    to: from === 0 ? 49 : from === 50 ? 99 : 100,
    feedback: `ab ${from}`,
  }))
  const truth = {
    library: 'H5P.TrueFalse 1.8',
    params: {
      question: 'A?',
      correct: 'true',
      behaviour: { feedbackOnCorrect: 'Ja!' },
      overallFeedback: bands,
    },
  }
  const { elements, lines } = read(
    importH5p(
      {
        library: 'H5P.QuestionSet',
        title: 'Herz',
        content: { introPage: { introduction: '<p>Los!</p>' }, questions: [truth, spots] },
      },
      () => new Uint8Array(9),
    ),
  )
  expect(lines.map(([, outcome]) => outcome)).toEqual(['converted', 'feedback', 'media'])
  expect(elements).toMatchObject([
    { type: 'info', data: { html: '<p>Los!</p>' } },
    {
      type: 'true_false',
      right: 'Ja!',
      bands: [
        { from: 0, to: 49, text: 'ab 0' },
        { from: 50, to: 99, text: 'ab 50' },
      ],
    },
    {
      type: 'image_hotspots',
      data: { picture: { alt: 'Ein Herz' }, spots: [{ x: 10, y: 20, title: 'Klappe' }, { title: '2' }] },
    },
  ])
})

test('files without an end are refused without going over them again and again', () => {
  for (const text of [`<${'a'.repeat(400_000)}`, '<a "'.repeat(100_000), `<a ${'b '.repeat(200_000)}`])
    expect(importMoodle(text, 'x')).toBe('broken_package')
  for (const text of ['{'.repeat(200_000), '\n'.repeat(200_000)]) importGift(text, 'x')
})

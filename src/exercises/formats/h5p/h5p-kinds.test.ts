import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { typeOf } from '#exercises/model/task/types.ts'
import { exchanges } from '../outgoing/exchanges.ts'
import { importH5p } from './import-h5p.ts'

const read = (library: string, content: unknown) => {
  const { pages, report } = importH5p({ library: `${library} 1.2`, title: 'Eins', content }, () =>
    Uint8Array.of(1),
  )
  const elements = pages.flatMap((page) => page.elements)
  return {
    pages,
    elements,
    types: elements.map(({ type }) => type),
    reported: report.map(({ outcome, reason, others = [] }) => [reason ?? outcome, ...others].join()),
  }
}
const solution = ({ elements: [first] }: ReturnType<typeof read>) =>
  typeOf(first?.type ?? '')?.solution(first?.data)
const text = (words: string) => ({ library: 'H5P.AdvancedText 1.1', params: { text: `<p>${words}</p>` } })
const yes = { library: 'H5P.TrueFalse 1.8', params: { question: '<p>Ja?</p>', correct: 'true' } }

describe('what holds others', () => {
  test('columns in rows in columns, questionnaires', () => {
    const column = { library: 'H5P.RowColumn 1.0', params: { content: [{ content: text('tief') }] } }
    const row = { library: 'H5P.Row 1.2', params: { columns: [{ content: column }, { content: column }] } }
    expect(read('H5P.Column', { content: [{ content: row }, { content: yes }] }).types).toEqual([
      'info',
      'info',
      'true_false',
    ])
    const asked = (library: string, params: object) => ({ library: { library: `${library} 1.0`, params } })
    const found = read('H5P.Questionnaire', {
      questionnaireElements: [
        asked('H5P.OpenEndedQuestion', { question: 'Was hat dir gefallen?' }),
        asked('H5P.SimpleMultiChoice', {
          question: 'Wie oft?',
          inputType: 'checkbox',
          alternatives: [{ text: 'nie' }, { text: 'oft' }],
        }),
      ],
    })
    expect(found.types).toEqual(['open_answer', 'poll'])
    expect(found.elements[1]?.data).toMatchObject({
      isMulti: true,
      options: [{ text: 'nie' }, { text: 'oft' }],
    })
  })

  test('of a path that branches, a tour or a calendar the contents stay, and the report says what does not', () => {
    const node = (content: object) => ({ type: content, nextContentId: 1 })
    const fork = {
      library: 'H5P.BranchingQuestion 1.0',
      params: {
        branchingQuestion: { question: 'Wohin?', alternatives: [{ text: 'links' }, { text: 'rechts' }] },
      },
    }
    const found = read('H5P.BranchingScenario', {
      branchingScenario: { content: [node(text('Start')), node(fork), node(yes)] },
    })
    expect(found.types).toEqual(['info', 'poll', 'true_false'])
    expect(found.reported).toEqual(['branching', 'converted', 'branching', 'converted'])
    expect(read('H5P.Unheard', { a: [{ b: { c: yes } }] }).reported).toEqual(['unknown_type', 'converted'])
    expect(read('H5P.Column', { content: [] }).reported).toEqual(['incomplete'])
  })

  test('documents to fill in, the cover of a book, the end of a video, buttons and flowing text of slides', () => {
    const field = { library: 'H5P.TextInputField 1.2', params: { taskDescription: 'Dein Ziel' } }
    const page = { library: 'H5P.StandardPage 1.5', params: { title: 'Ziele', elementList: [field] } }
    const goals = { library: 'H5P.GoalsPage 1.5', params: { title: 'Mehr' } }
    const tool = read('H5P.DocumentationTool', { pagesList: [page, goals] })
    expect([tool.types, tool.pages[0]?.title, tool.reported]).toEqual([
      ['open_answer'],
      'Ziele',
      ['converted', 'notes'],
    ])
    const cover = { coverDescription: '<p>Ein Buch</p>', coverMedium: {} }
    const chapter = { library: 'H5P.Column 1.16', params: { content: [{ content: yes }] } }
    expect(read('H5P.InteractiveBook', { bookCover: cover, chapters: [chapter] }).types).toEqual([
      'info',
      'true_false',
    ])
    const summary = {
      library: 'H5P.Summary 1.10',
      params: { intro: 'Was stimmt?', summaries: [{ summary: ['dies', 'das'] }] },
    }
    const label = { action: { library: 'H5P.Nil 1.0', params: {} }, label: '<p>Achte auf die Wolken</p>' }
    const video = { assets: { interactions: [label] }, summary: { task: summary } }
    expect(read('H5P.InteractiveVideo', { interactiveVideo: video }).types).toEqual(['info', 'choice'])
    const flowing = { action: { library: 'H5P.ContinuousText 1.2', params: {} } }
    const slides = [{ elements: [flowing, { goToSlide: 2, title: 'weiter' }] }, { elements: [flowing] }]
    const course = read('H5P.CoursePresentation', { presentation: { ct: '<p>Ein langer Text</p>', slides } })
    expect([course.types, course.reported]).toEqual([['info'], ['converted', 'branching']])
  })

  test('a set that draws some of its questions says that it does not here', () => {
    expect(read('H5P.QuestionSet', { questions: [yes, yes], poolSize: 1 }).reported).toEqual([
      'settings',
      'converted',
      'converted',
    ])
  })
})

describe('tasks of H5P', () => {
  test('gaps: signs, marks, percents and slashes are what they are', () => {
    const blanks = read('H5P.Blanks', {
      questions: ['<p>Tom *&amp;* Jerry, *<strong>50 %</strong>*, *caf&eacute;/Kaffee:hei&szlig;*</p>'],
    })
    expect(solution(blanks)).toEqual(['&', '50 %', 'café / Kaffee'])
    const drag = read('H5P.DragText', {
      textField: '*km/h* und *Joule:Energie\\+Ja!\\-Nein* und *a\\b*',
      distractors: '*m/s*',
    })
    expect([solution(drag), drag.reported]).toEqual([['km/h', 'Joule', 'a\\b'], ['feedback']])
    expect(JSON.stringify(drag.elements)).toContain('m/s')
  })

  test('advanced blanks are typed or chosen', () => {
    const content = (mode: string) => ({
      content: {
        task: 'Setze ein',
        blanksText: 'Der Hund ____ laut, die Katze ______.',
        blanksList: [
          {
            correctAnswerText: 'bellt/kläfft',
            hint: '',
            incorrectAnswersList: [{ incorrectAnswerText: 'miaut' }],
          },
          { correctAnswerText: 'schnurrt' },
        ],
      },
      behaviour: { mode, selectAlternatives: 'all' },
    })
    const typed = read('H5P.AdvancedBlanks', content('typing'))
    expect([typed.types, solution(typed)]).toEqual([['gap_text'], ['bellt / kläfft', 'schnurrt']])
    const chosen = read('H5P.AdvancedBlanks', content('selection'))
    expect([chosen.types, solution(chosen)]).toEqual([['gap_select'], ['bellt', 'schnurrt']])
    expect(JSON.stringify(chosen.elements)).toContain('miaut')
  })

  test('dragged words without a picture are sorted into their groups; what lies fixed is read', () => {
    const word = (words: string, zones: string[]) => ({
      type: { library: 'H5P.AdvancedText 1.1', params: { text: `<p>${words}</p>` } },
      dropZones: zones,
    })
    const zone = (label: string, ...correctElements: string[]) => ({
      label,
      showLabel: true,
      correctElements,
    })
    const task = {
      elements: [word('Ziehe!', []), word('Apfel', ['0', '1']), word('Möhre', ['0', '1'])],
      dropZones: [zone('Obst', '1'), zone('Gemüse', '2')],
    }
    const sorted = read('H5P.DragQuestion', { question: { settings: {}, task } })
    expect([sorted.types, sorted.reported]).toEqual([['categorize'], ['converted']])
    expect([sorted.elements[0]?.prompt, solution(sorted)]).toEqual([
      '<p>Ziehe!</p>',
      ['Apfel – Obst', 'Möhre – Gemüse'],
    ])
    const settings = { background: { path: 'images/a.png' }, size: { width: 600, height: 300 } }
    const placed = read('H5P.DragQuestion', {
      question: { settings, task },
      behaviour: { singlePoint: true },
    })
    expect([placed.types, placed.reported]).toEqual([['label_image'], ['scoring']])
    expect(placed.elements[0]?.prompt).toBe('<p>Ziehe!</p><p>1: Obst<br>2: Gemüse</p>')
    expect(placed.elements[0]?.data).toMatchObject({ items: [{ text: 'Apfel' }, { text: 'Möhre' }] })
  })

  test('one of several right ones is enough where one is picked', () => {
    const answers = ['a', 'b', 'c'].map((each, place) => ({ text: each, correct: place < 2 }))
    const found = read('H5P.MultiChoice', { question: '?', answers, behaviour: { type: 'single' } })
    expect(found.elements[0]).toMatchObject({ points: 1, data: { isMulti: false } })
  })

  test('guessed answers, locks, several places of a picture, charts, personalities', () => {
    const guess = read('H5P.GuessTheAnswer', { taskDescription: 'Welches Tier?', solutionText: 'Igel' })
    expect([guess.types, solution(guess)]).toEqual([['flashcards'], ['Welches Tier? – Igel']])
    const lock = read('H5P.CombinationLock', { introduction: '<p>Welches Jahr?</p>', solution: '1989' })
    expect([lock.types, solution(lock), lock.reported]).toEqual([['short_text'], ['1989'], ['settings']])
    const spot = (correct: boolean, x: number) => ({
      userSettings: { correct, feedbackText: `Ort ${x}` },
      computedSettings: { x, y: 1, width: 5, height: 5, figure: 'circle' },
    })
    const many = read('H5P.ImageMultipleHotspotQuestion', {
      imageMultipleHotspotQuestion: {
        backgroundImageSettings: { backgroundImage: { path: 'images/a.png' } },
        hotspotSettings: { hotspot: [spot(true, 1), spot(true, 20), spot(false, 40)] },
      },
    })
    // What is said to an answer is not what a place is called.
    expect([many.types, solution(many)]).toEqual([['hotspot'], ['1', '2']])
    expect(many.elements[0]?.data).toMatchObject({
      areas: [{ feedback: 'Ort 1' }, { feedback: 'Ort 20' }, { label: '3', feedback: 'Ort 40' }],
    })
    const row = typeOf('hotspot')
    const say = (_thing: 'area', number: number) => `Area ${number}`
    const named = row?.named?.(many.elements[0]?.data, say)
    expect(row?.solution(named)).toEqual(['Area 1', 'Area 2'])
    expect(JSON.stringify(row?.view(named, () => 0))).not.toContain('Ort')
    const chart = read('H5P.Chart', { graphMode: 'pieChart', listOfTypes: [{ text: 'Hunde', value: 7 }] })
    expect([chart.reported, JSON.stringify(chart.elements)]).toEqual([
      ['views'],
      expect.stringContaining('<td>7</td>'),
    ])
    const quiz = read('H5P.PersonalityQuiz', {
      questions: [{ text: 'Meer?', answers: [{ text: 'ja' }, { text: 'nein' }] }],
    })
    expect([quiz.types, quiz.reported]).toEqual([['poll'], ['scoring']])
    expect(read('H5P.Video', { sources: [{ path: 'https://video.example/a' }] }).reported).toEqual([
      'outside',
    ])
  })

  test('what is said on the back of a card or beside a clue is missed', () => {
    const card = { text: 'chien', answer: 'Hund', tips: { front: 'bellt', back: 'der' } }
    expect(read('H5P.Dialogcards', { dialogs: [card] }).reported).toEqual(['feedback'])
    const word = { answer: 'Hund', clue: 'Er bellt', extraClue: text('mehr') }
    expect(read('H5P.Crossword', { words: [word, { answer: 'Katze', clue: 'Sie miaut' }] }).reported).toEqual(
      ['media'],
    )
  })
})

test('names that are none are no names', () => {
  for (const library of [['H5P.Image'], [{ __proto__: null }], 7, null])
    expect(
      read('H5P.MultiChoice', { question: 'Was?', media: { library, params: { sources: [] } } }).reported,
    ).toEqual(['incomplete'])
})

test('whatever a package says, its import ends with a report', () => {
  const names = exchanges.flatMap(({ exchange }) => Object.keys(exchange.h5pIn ?? {}))
  const all = [
    ...new Set(names),
    ...['Column', 'Row', 'RowColumn', 'QuestionSet', 'Questionnaire', 'CoursePresentation'].map(
      (name) => `H5P.${name}`,
    ),
    ...['InteractiveBook', 'InteractiveVideo', 'DocumentationTool', 'BranchingScenario'].map(
      (name) => `H5P.${name}`,
    ),
    ...['Chart', 'Video', 'Collage', 'ImageSlider', 'ImageJuxtaposition', 'Link'].map(
      (name) => `H5P.${name}`,
    ),
  ]
  const keys = fc.constantFrom(
    ...[
      'questions',
      'answers',
      'text',
      'library',
      'params',
      'content',
      'cards',
      'dialogs',
      'words',
      'options',
      'media',
    ],
    ...[
      'question',
      'task',
      'elements',
      'dropZones',
      'correctElements',
      'type',
      'behaviour',
      'summaries',
      'summary',
    ],
    ...[
      'interactiveVideo',
      'assets',
      'interactions',
      'action',
      'presentation',
      'slides',
      'chapters',
      'image',
      'path',
    ],
    ...[
      'listOfTypes',
      'value',
      'blanksText',
      'blanksList',
      'branchingScenario',
      'columns',
      'label',
      'sentences',
    ],
  )
  const { tree } = fc.letrec((tie) => ({
    leaf: fc.oneof(
      fc.constantFrom(
        '*a*',
        '<p>*a/b:c*</p>',
        '0',
        'images/a.png',
        'H5P.TrueFalse 1.8',
        'H5P.Column 1.2',
        '',
        '\\(x',
        '____',
      ),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    ),
    tree: fc.oneof(
      { maxDepth: 5 },
      tie('leaf'),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(keys, tie('tree'), { maxKeys: 5 }),
    ),
  }))
  fc.assert(
    fc.property(fc.constantFrom(...all), tree, (library, content) => {
      const { elements, reported } = read(library, content)
      expect(elements.length + reported.length).toBeGreaterThan(0)
    }),
    { numRuns: 3000 },
  )
})

import { describe, expect, test } from 'vitest'
import { emptySettings } from '#exercises/model/task/typed-settings.ts'
import { usualSettings } from '#exercises/model/unit.ts'
import { typedUnitSchema } from '#exercises/units/server/editing/writing.ts'
import { unknownFields } from '#platform/http/access/unknown-fields.ts'
import {
  applied,
  type Change,
  type Draft,
  type DraftElement,
  elementsOf,
  refusedFields,
  stepTo,
  writable,
} from './draft.ts'
import { isSameOrder, taskStates } from './draft-difference.ts'
import { begin, changed, redone, replaced, undone } from './history.ts'
import { fieldHtml } from './rich-html.ts'
import { otherGames, switched } from './switch-game.ts'

const element = (id: string, type = 'match', f: Record<string, string> = {}): DraftElement => ({
  ...{ id, type, prompt: '', points: '', right: '', wrong: '', ...emptySettings, f },
})
const draft: Draft = {
  title: 'Tiere',
  description: '',
  settings: usualSettings,
  pages: [
    { id: 'p1', title: '', layout: 'stack', elements: [element('a'), element('b')] },
    { id: 'p2', title: '', layout: 'stack', elements: [element('c')] },
  ],
}
const ids = (state: Draft) => state.pages.map((page) => page.elements.map(({ id }) => id).join(''))

describe('a draft', () => {
  test('is saved by its fields alone, whatever the server answered beside them', () => {
    const answered = {
      ...draft,
      cover: undefined,
      id: 7,
      revision: 2,
      version: 1,
      missing: ['e1.alt'],
      telling: {},
    }
    const sent = { ...writable(answered), unitId: 7, revision: 2 }
    expect(unknownFields(typedUnitSchema, sent)).toEqual([])
    expect(typedUnitSchema.parse(sent).pages).toHaveLength(2)
    const older = {
      ...draft,
      pages: draft.pages.map((page) => ({
        ...page,
        isOpen: true,
        elements: page.elements.map((each) => ({ ...each, colour: 'red' })),
      })),
    }
    expect(unknownFields(typedUnitSchema, { ...writable(older), unitId: 7, revision: 2 })).toEqual([])
    expect(typedUnitSchema.parse({ ...writable(older), unitId: 7, revision: 2 }).pages).toEqual(draft.pages)
  })

  test('that is refused says which field of which task it is', () => {
    expect(
      refusedFields(draft, [
        ...['pages.0.elements.1.f.pairs', 'pages.1.elements.0.prompt', 'pages.1.elements.0.prompt'],
        ...['pages.1.title', 'title', 'settings.attempts', 'cover.alt', 'pages'],
      ]),
    ).toEqual([
      { id: 'b', field: 'pairs' },
      { id: 'c', field: 'prompt' },
      { id: '', field: 'title' },
      { id: '', field: 'attempts' },
      { id: 'cover', field: 'coverAlt' },
      { id: '', field: 'elements' },
    ])
  })

  test('elements move within their page and over its border, and none is lost', () => {
    const down = stepTo(draft, 'a', 1)
    expect(down).toEqual({ page: 'p1', at: 1 })
    expect(ids(applied(draft, { kind: 'move', id: 'a', ...(down ?? { page: '', at: 0 }) }))).toEqual([
      'ba',
      'c',
    ])
    const over = stepTo(draft, 'b', 1)
    expect(ids(applied(draft, { kind: 'move', id: 'b', ...(over ?? { page: '', at: 0 }) }))).toEqual([
      'a',
      'bc',
    ])
    expect(stepTo(draft, 'a', -1)).toBeUndefined()
    expect(stepTo(draft, 'c', -1)).toEqual({ page: 'p1', at: 2 })
  })

  test('what goes to a page that is gone stays where it is', () => {
    expect(applied(draft, { kind: 'move', id: 'a', page: 'p9', at: 0 })).toBe(draft)
  })

  test('elements are duplicated beside their original, removed, and added behind another', () => {
    expect(ids(applied(draft, { kind: 'duplicate', id: 'a', newId: 'd' }))).toEqual(['adb', 'c'])
    expect(ids(applied(draft, { kind: 'remove', id: 'b' }))).toEqual(['a', 'c'])
    const added = applied(draft, { kind: 'add', page: 'p1', after: 'a', elements: [element('n')] })
    expect(ids(added)).toEqual(['anb', 'c'])
  })

  test('the last page stays', () => {
    const one = applied(draft, { kind: 'removePage', id: 'p2' })
    expect(ids(one)).toEqual(['ab'])
    expect(applied(one, { kind: 'removePage', id: 'p1' })).toBe(one)
  })
})

describe('a page that waits', () => {
  const condition = { afterElementId: 'b', minScaled: 0.6 }
  const waiting = applied(draft, { kind: 'pageRules', id: 'p2', rules: { condition, layout: 'slide' } })
  const conditions = (state: Draft) => state.pages.map((page) => page.condition?.afterElementId)

  test('waits for a task before it, and for nothing once that is gone or behind it', () => {
    expect(conditions(waiting)).toEqual([undefined, 'b'])
    expect(conditions(applied(waiting, { kind: 'remove', id: 'a' }))).toEqual([undefined, 'b'])
    expect(conditions(applied(waiting, { kind: 'remove', id: 'b' }))).toEqual([undefined, undefined])
    const moved = applied(waiting, { kind: 'move', id: 'b', page: 'p2', at: 0 })
    expect(conditions(moved)).toEqual([undefined, undefined])
    expect(conditions(applied(waiting, { kind: 'movePage', id: 'p2', by: -1 }))).toEqual([
      undefined,
      undefined,
    ])
    expect(conditions(applied(waiting, { kind: 'removePage', id: 'p1' }))).toEqual([undefined])
    expect(waiting.pages[1]?.layout).toBe('slide')
  })

  test('cannot wait for itself', () => {
    const own = { afterElementId: 'c', minScaled: 1 }
    const rules = applied(draft, { kind: 'pageRules', id: 'p2', rules: { condition: own } })
    expect(conditions(rules)).toEqual([undefined, undefined])
  })
})

describe('undo', () => {
  test('takes back a removal and brings it again', () => {
    const removed = changed(begin(draft), { kind: 'remove', id: 'b' })
    expect(ids(undone(removed).now)).toEqual(['ab', 'c'])
    expect(ids(redone(undone(removed)).now)).toEqual(['a', 'c'])
  })

  test('typing into another field of a task, or after a pause, is a step of its own', () => {
    const into = (f: Record<string, string>): Change => ({ kind: 'element', id: 'a', change: { f } })
    const typed = (
      [
        [into({ pairs: 'A | B' }), 0],
        [into({ pairs: 'A | Bc' }), 500],
        [into({ pairs: 'A | Bc', more: 'x' }), 900],
        [into({ pairs: 'A | Bc', more: 'xy' }), 9000],
      ] as const
    ).reduce((history, [change, at]) => changed(history, change, at), begin(draft))
    const fields = (history: typeof typed) => history.now.pages[0]?.elements[0]?.f
    expect(fields(undone(typed))).toEqual({ pairs: 'A | Bc', more: 'x' })
    expect(fields(undone(undone(typed)))).toEqual({ pairs: 'A | Bc' })
    expect(fields(undone(undone(undone(typed))))).toEqual({})
  })

  test('a version of others that was taken is given back, and mine is there again', () => {
    const theirs = { ...draft, title: 'Pflanzen' }
    const taken = replaced(begin(draft), theirs)
    expect(taken.now.title).toBe('Pflanzen')
    expect(undone(taken).now).toBe(draft)
  })

  test('letters typed into one field are one step', () => {
    const typed = ['T', 'Ti', 'Tie'].reduce(
      (history, title) => changed(history, { kind: 'head', head: { title } }),
      begin(draft),
    )
    expect(typed.now.title).toBe('Tie')
    expect(undone(typed).now.title).toBe('Tiere')
  })

  test('a new change forgets what was taken back', () => {
    const history = undone(changed(begin(draft), { kind: 'remove', id: 'b' }))
    expect(redone(changed(history, { kind: 'remove', id: 'c' })).now.pages[1]?.elements).toEqual([])
  })
})

describe('switching the game', () => {
  let count = 0
  const newId = () => `n${count++}`
  const pairs = element('m', 'match', { pairs: 'Italien | Rom\nSpanien | Madrid\n | Bern' })

  test('pairs are played as every game of pairs', () => {
    expect(otherGames(pairs)).toEqual([
      'memory',
      'flashcards',
      'gap_drag',
      'crossword',
      'word_search',
      'choice',
    ])
    expect(switched(pairs, 'flashcards', newId)[0]?.f.cards).toBe('Italien | Rom\nSpanien | Madrid')
    expect(switched(pairs, 'gap_drag', newId)[0]?.f.gapText).toBe('Rom: *Italien*\nMadrid: *Spanien*')
  })

  test('a quiz asks for each thing once, wrong are the answers of others', () => {
    const quiz = switched(pairs, 'choice', newId)
    expect(quiz.map(({ prompt }) => prompt)).toEqual(['Italien', 'Spanien'])
    expect(quiz[0]?.f.options).toBe('* Rom\nMadrid')
    expect(new Set(quiz.map(({ id }) => id)).size).toBe(2)
  })

  test('groups become statements, of which some are wrong', () => {
    const groups = element('g', 'categorize', { items: 'Hund | Säugetier\nAmsel | Vogel' })
    expect(switched(groups, 'true_false', newId)[0]?.f.statements).toBe('* Hund: Säugetier\nAmsel: Säugetier')
  })

  test('a text with gaps that came of pairs becomes pairs again; another one is no list', () => {
    const signs = element('m', 'match', { pairs: '3 * 4 | 12\nein/eine: | Artikel\n' })
    const [gaps] = switched(signs, 'gap_drag', newId)
    const [back] = gaps ? switched(gaps, 'match', newId) : []
    expect(back?.f.pairs).toBe(signs.f.pairs?.trim())
    for (const gapText of [
      'Der *Hund* schläft.\nDie *Katze* wacht.',
      'Hund: *Säugetier*',
      'A: *b/c*\nD: *e*',
    ])
      expect(otherGames(element('g', 'gap_drag', { gapText }))).toEqual([])
    const f = { gapText: 'A: *b*\nC: *d*', distractors: 'e' }
    expect(otherGames(element('g', 'gap_drag', f))).toEqual([])
  })

  test('signs of a question stay signs on its card', () => {
    const question = { ...element('q', 'choice', { options: '* ja\nnein' }), prompt: '<p>3 &lt; 4?</p>' }
    expect(switched(question, 'flashcards', newId)[0]?.f.cards).toBe('3 < 4? | ja')
  })

  test('what is no list is played as nothing else', () => {
    expect(otherGames(element('e', 'essay'))).toEqual([])
    expect(elementsOf(draft)).toHaveLength(3)
  })
})

describe('two versions', () => {
  const mine: Draft = {
    ...draft,
    pages: [
      {
        id: 'p1',
        title: '',
        layout: 'stack',
        elements: [element('b'), element('a', 'match', { pairs: 'A | B' })],
      },
      { id: 'p2', title: '', layout: 'stack', elements: [element('d')] },
    ],
  }
  const states = (one: Draft, other: Draft) =>
    taskStates(one, other).map(({ element: { id }, state }) => `${id} ${state}`)

  test('each task says whether the other version has it, and has it so', () => {
    expect(states(mine, draft)).toEqual(['b same', 'a other', 'd alone'])
    expect(states(draft, mine)).toEqual(['a other', 'b same', 'c alone'])
  })

  test('an empty field is one that is not there, and the order of fields is nothing', () => {
    const typed = applied(draft, { kind: 'element', id: 'a', change: { f: { pairs: '' } } })
    expect(states(typed, draft)).toEqual(['a same', 'b same', 'c same'])
  })

  test('what both have may stand in another order', () => {
    expect(isSameOrder(mine, draft)).toBe(false)
    const added = applied(draft, { kind: 'add', page: 'p1', elements: [element('e')] })
    expect(isSameOrder(added, draft)).toBe(true)
  })
})

test('a line of rich text is HTML, so that its signs are shown as signs', () => {
  expect(fieldHtml('Ist 3 &lt; 4?')).toBe('<p>Ist 3 &lt; 4?</p>')
  expect(fieldHtml('<div>Ja</div>')).toBe('<div>Ja</div>')
  expect(fieldHtml('<br>')).toBe('')
})

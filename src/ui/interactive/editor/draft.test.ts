import { describe, expect, test } from 'vitest'
import { emptySettings } from '#shared/interactive/typed-settings.ts'
import { usualSettings } from '#shared/interactive/unit.ts'
import { applied, type Draft, type DraftElement, elementsOf, stepTo } from './draft.ts'
import { begin, changed, redone, undone } from './history.ts'
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

  test('what is no list is played as nothing else', () => {
    expect(otherGames(element('e', 'essay'))).toEqual([])
    expect(elementsOf(draft)).toHaveLength(3)
  })
})

import type { Locator, Page } from '@playwright/test'
import { expect, words } from './fixtures.ts'

/* How each type of task is answered by keyboard alone. */

const t = words('de')
const text = (key: string, vars = {}) => t(`new-interactive:${key}`, vars)
export const button = (part: Locator, name: string) => part.getByRole('button', { name, exact: true })

/** Goes to something as the tab key does, which stops at nothing else, and presses keys there. */
export async function at(target: Locator, ...keys: string[]): Promise<void> {
  await target.focus()
  await expect(target).toBeFocused()
  expect(await target.evaluate((element: HTMLElement) => element.tabIndex)).toBe(0)
  for (const key of keys) await target.page().keyboard.press(key)
}

export async function write(target: Locator, typed: string): Promise<void> {
  await at(target)
  await target.page().keyboard.type(typed)
}

async function pressTimes(page: Page, key: string, times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) await page.keyboard.press(key)
}

async function place(task: Locator, thing: string, target: string): Promise<void> {
  await at(button(task, thing), 'Enter')
  await at(button(task, text('play.placeHere', { name: thing, target })), 'Enter')
}

/** Turns cards two by two until all pairs are found. */
async function findPairs(task: Locator): Promise<void> {
  const cards = task.locator('.memory__card')
  const isFound = async (card: number) =>
    ((await cards.nth(card).getAttribute('aria-label')) ?? '').includes(text('play.cardFound'))
  let here = 0
  await at(cards.first())
  const turn = async (card: number) => {
    await pressTimes(task.page(), card > here ? 'ArrowRight' : 'ArrowLeft', Math.abs(card - here))
    here = card
    await task.page().keyboard.press('Enter')
  }
  const count = await cards.count()
  for (let one = 0; one < count; one += 1)
    for (let other = one + 1; other < count; other += 1) {
      if ((await isFound(one)) || (await isFound(other))) continue
      await turn(one)
      await turn(other)
    }
}

/** Chooses the first and the last letter of a word that runs across or down. */
async function findWord(task: Locator, word: string): Promise<void> {
  const rows = await task
    .locator('.letters tr')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))
  const reads = (x: number, y: number, dx: number, dy: number) =>
    [...word].every((letter, step) => rows[y + dy * step]?.[x + dx * step] === letter)
  for (const [y, row] of rows.entries())
    for (const x of row.keys())
      for (const [dx, dy] of [
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const) {
        if (!reads(x, y, dx, dy)) continue
        const cells = task.locator('.letters button')
        await at(task.locator('.letters button[tabindex="0"]'))
        await pressTimes(task.page(), 'ArrowLeft', row.length)
        await pressTimes(task.page(), 'ArrowUp', rows.length)
        await expect(cells.first()).toBeFocused()
        await pressTimes(task.page(), 'ArrowRight', x)
        await pressTimes(task.page(), 'ArrowDown', y)
        await task.page().keyboard.press('Space')
        await pressTimes(task.page(), 'ArrowRight', dx * (word.length - 1))
        await pressTimes(task.page(), 'ArrowDown', dy * (word.length - 1))
        return task.page().keyboard.press('Space')
      }
  throw new Error(`no ${word} in the square`)
}

interface Played {
  /** What its teacher typed; `picture` is put in where a type has one. */
  f?: Record<string, string>
  /** Answers it by keyboard. */
  play?: (task: Locator, page: Page) => Promise<unknown>
  /** A teacher looks at it, and there is nothing to check. */
  isLookedAt?: true
}

const tick = (name: string) => (task: Locator) =>
  at(task.locator('input').and(task.getByLabel(name, { exact: true })), 'Space')
const typeInto = (typed: string) => (task: Locator) => write(task.getByRole('textbox'), typed)
const unfold = (task: Locator) => at(task.locator('summary').first(), 'Enter')

export const played: Record<string, Played> = {
  choice: {
    f: { options: '* ![♪](SOUND) Rom\nMailand' },
    play: async (task) => {
      // Digits choose, wherever the focus is among the answers.
      const second = await task.getByRole('radio').nth(1).getAttribute('value')
      await at(task.getByRole('radio').first(), '2')
      await expect(task.locator(`input[value="${second}"]`)).toBeChecked()
      await tick('Rom')(task)
    },
  },
  true_false: {
    f: { statements: '* Rom liegt in Italien.\nParis auch.' },
    play: async (task) => {
      await write(task.getByLabel('Rom liegt in Italien.'), text('values.true'))
      await write(task.getByLabel('Paris auch.'), text('values.false'))
    },
  },
  gap_text: { f: { gapText: 'Der Himmel ist *blau*.' }, play: typeInto('blau') },
  gap_select: {
    f: { selectText: 'Sie *geht/gehen* nach Hause.' },
    play: (task) => write(task.getByRole('combobox'), 'geht'),
  },
  gap_drag: {
    f: { gapText: 'Der *Hund* bellt.', distractors: 'Baum' },
    play: async (task) => {
      await at(button(task, 'Hund'), 'Enter')
      await at(task.locator('.gap-place'), 'Enter')
    },
  },
  mark_words: {
    f: { markedText: 'Ich mag *Rom* sehr' },
    play: async (task, page) => {
      await at(button(task, 'Ich'))
      await pressTimes(page, 'ArrowRight', 2)
      await page.keyboard.press('Space')
    },
  },
  match: {
    f: { pairs: 'Italien | Rom\nSpanien | Madrid' },
    play: async (task) => {
      await place(task, 'Rom', 'Italien')
      await place(task, 'Madrid', 'Spanien')
    },
  },
  categorize: {
    f: { items: '![♪](SOUND) Hund | Tier\nTanne | Pflanze' },
    play: async (task) => {
      await place(task, 'Hund', 'Tier')
      await place(task, 'Tanne', 'Pflanze')
    },
  },
  order: {
    f: { ordered: '![♪](SOUND) eins\nzwei\ndrei' },
    play: async (task) => {
      const lines = task.locator('.ordered__text')
      for (const [to, name] of ['eins', 'zwei', 'drei'].entries())
        for (let from = (await lines.allTextContents()).indexOf(name); from > to; from -= 1)
          await at(button(task, text('play.moveUp', { name })), 'Enter')
      // There and back: an order nobody touched is no answer.
      await at(button(task, text('play.moveDown', { name: 'eins' })), 'Enter')
      await at(button(task, text('play.moveUp', { name: 'eins' })), 'Alt+ArrowUp')
    },
  },
  short_text: { f: { answers: 'Nil' }, play: typeInto('nil') },
  numeric: { f: { numbers: '3,14:0,01' }, play: typeInto('3,14') },
  hotspot: {
    f: { areas: '* Nordpol | 40, 0, 20, 20\nSüdpol | 40, 80, 20, 20' },
    play: tick('1: Nordpol'),
  },
  label_image: {
    f: { zones: '10, 10, 20, 20 | Kopf\n10, 60, 20, 20 | Fuß' },
    play: async (task) => {
      await place(task, 'Kopf', '1')
      await place(task, 'Fuß', '2')
    },
  },
  memory: { f: { pairs: 'Hund | dog\nKatze | cat' }, play: findPairs },
  flashcards: {
    f: { cards: 'Hund | dog | | SOUND', isTyped: 'on' },
    play: typeInto('dog'),
  },
  dictation: {
    f: { sentences: 'Der Hund bellt. | SOUND' },
    play: async (task) => {
      await at(button(task, text('play.hear')), 'Enter')
      await write(task.getByRole('textbox'), 'Der Hund bellt.')
    },
  },
  video_quiz: {
    f: { moments: '0:01 | Wohin?\n* nach rechts\nnach links' },
    play: async (task) => {
      await at(task.getByRole('button', { name: '1 · 0:01' }), 'Enter')
      await tick('nach rechts')(task)
    },
  },
  word_search: {
    f: { words: 'ROM\nPARIS', size: '8', showsWords: 'on' },
    play: async (task) => {
      await findWord(task, 'ROM')
      await findWord(task, 'PARIS')
    },
  },
  crossword: {
    f: { words: 'Biene | macht Honig\nHonig | ist süß' },
    play: async (task, page) => {
      // One word into its cells, the other into the list below them.
      await at(task.locator('.letters input[tabindex="0"]'))
      const first = (await task.locator('.letters input:focus').getAttribute('aria-label')) ?? ''
      const isBee = first.includes('macht Honig')
      await page.keyboard.type(isBee ? 'biene' : 'honig')
      await write(task.getByLabel(isBee ? 'ist süß (5)' : 'macht Honig (5)'), isBee ? 'honig' : 'biene')
    },
  },
  essay: { f: { keywords: 'Tiber', min: '0', max: '500' }, play: typeInto('Rom liegt am Tiber.') },
  draw: {
    f: { room: '12' },
    isLookedAt: true,
    async play(task, page) {
      await at(
        task.getByRole('application', { name: text('play.drawing') }),
        ' ',
        'ArrowRight',
        'ArrowDown',
        ' ',
      )
      await expect(task.locator('.drawing__stroke')).toHaveCount(1)
      await at(button(task, text('play.drawUndo')), 'Enter')
      await expect(task.locator('.drawing__stroke')).toHaveCount(0)
      await at(button(task, text('values.red')), 'Enter')
      await at(task.getByRole('application'), 'Enter', 'Shift+ArrowLeft', 'Enter')
      await expect(task.locator('.drawing__stroke--red')).toHaveCount(1)
      await write(task.getByLabel(text('play.drawDescribe')), 'Ein Strich')
      await page.reload()
      await expect(task.locator('.drawing__stroke--red')).toHaveCount(1)
    },
  },
  upload: {
    f: { accepts: 'any', room: '12' },
    isLookedAt: true,
    async play(task) {
      const field = task.getByLabel(text('values.any'))
      await at(field)
      await field.setInputFiles({
        name: 'brief.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-'),
      })
      await expect(task.getByText('brief.pdf')).toBeVisible()
    },
  },
  upload_draw: { f: { room: '12' }, play: tick(text('play.onPaper')) },
  poll: { f: { pollOptions: 'ja\nnein' }, play: tick('ja') },
  scale: {
    f: { min: '1', max: '5', low: 'nie', high: 'immer' },
    play: (task) => at(task.getByRole('radio').first(), 'Space'),
  },
  word_cloud: { f: { maxWords: '3' }, play: typeInto('Sonne') },
  open_answer: { f: { max: '300' }, play: typeInto('Weil es warm ist.') },
  info: { f: { text: 'Lies das.' } },
  audio: { f: { sound: 'SOUND', transcript: 'Ein Hund bellt.' }, play: unfold },
  media: { f: { caption: 'Ein Quadrat' } },
  image_hotspots: { f: { spots: '20, 20 | Ecke | Hier ist eine Ecke.' }, play: unfold },
  accordion: { f: { sections: 'Mehr | Text' }, play: unfold },
  timeline: { f: { dates: '1492 | Kolumbus | segelt los' }, play: unfold },
  embed: {
    f: { address: 'https://example.org/a', label: 'Zum Text' },
    play: (task) => at(task.getByRole('link')),
  },
}

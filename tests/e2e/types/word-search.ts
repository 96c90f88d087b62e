import type { Locator } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { at, type Played, pressTimes } from '../playing.ts'

/** Chooses the first and the last letter of a word that runs across or down. */
async function findWord(task: Locator, word: string): Promise<void> {
  const rows = await task
    .locator('.letters tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
    )
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

export const played: Played = {
  f: { words: 'ROM\nPARIS', size: '8', showsWords: 'on' },
  play: async (task) => {
    await findWord(task, 'ROM')
    await findWord(task, 'PARIS')
  },
}

import type { Locator } from '@playwright/test'
import { at, type Played, pressTimes, text } from '../playing.ts'

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

export const played: Played = { f: { pairs: 'Hund | dog\nKatze | cat' }, play: findPairs }

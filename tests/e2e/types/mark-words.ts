import { at, button, type Played, pressTimes } from '../playing.ts'

export const played: Played = {
  f: { markedText: 'Ich mag *Rom* sehr' },
  play: async (task, page) => {
    await at(button(task, 'Ich'))
    await pressTimes(page, 'ArrowRight', 2)
    await page.keyboard.press('Space')
  },
}

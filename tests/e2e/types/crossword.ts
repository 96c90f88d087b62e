import { at, type Played, write } from '../playing.ts'

export const played: Played = {
  f: { words: 'Biene | macht Honig\nHonig | ist süß' },
  play: async (task, page) => {
    // One word into its cells, the other into the list below them.
    await at(task.locator('.letters input[tabindex="0"]'))
    const first = (await task.locator('.letters input:focus').getAttribute('aria-label')) ?? ''
    const isBee = first.includes('macht Honig')
    await page.keyboard.type(isBee ? 'biene' : 'honig')
    await write(task.getByLabel(isBee ? 'ist süß (5)' : 'macht Honig (5)'), isBee ? 'honig' : 'biene')
  },
}

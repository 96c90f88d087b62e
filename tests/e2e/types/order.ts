import { at, button, type Played, text } from '../playing.ts'

export const played: Played = {
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
}

import { at, button, type Played } from '../playing.ts'

export const played: Played = {
  f: { gapText: 'Der *Hund* bellt.', distractors: 'Baum' },
  play: async (task) => {
    await at(button(task, 'Hund'), 'Enter')
    await at(task.locator('.gap-place'), 'Enter')
  },
}

import { at, button, type Played, text, write } from '../playing.ts'

export const played: Played = {
  f: { sentences: 'Der Hund bellt. | SOUND' },
  play: async (task) => {
    await at(button(task, text('play.hear')), 'Enter')
    await write(task.getByRole('textbox'), 'Der Hund bellt.')
  },
}

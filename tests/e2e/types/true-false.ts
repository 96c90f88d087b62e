import { type Played, text, write } from '../playing.ts'

export const played: Played = {
  f: { statements: '* Rom liegt in Italien.\nParis auch.' },
  play: async (task) => {
    await write(task.getByLabel('Rom liegt in Italien.'), text('values.true'))
    await write(task.getByLabel('Paris auch.'), text('values.false'))
  },
}

import { at, type Played, text } from '../playing.ts'

export const played: Played = {
  f: { statements: '* Rom liegt in Italien.\nParis auch.' },
  play: async (task) => {
    const way = (statement: string, value: string) =>
      task.getByRole('group', { name: statement }).getByLabel(text(`values.${value}`))
    await at(way('Rom liegt in Italien.', 'true'), 'Space')
    await at(way('Paris auch.', 'false'), 'Space')
  },
}

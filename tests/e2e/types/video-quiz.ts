import { at, type Played, tick } from '../playing.ts'

export const played: Played = {
  f: { moments: '0:01 | Wohin?\n* nach rechts\nnach links' },
  play: async (task) => {
    await at(task.getByRole('button', { name: '1 · 0:01' }), 'Enter')
    await tick('nach rechts')(task)
  },
}

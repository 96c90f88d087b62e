import { type Played, place } from '../playing.ts'

export const played: Played = {
  f: { pairs: 'Italien | Rom\nSpanien | Madrid' },
  play: async (task) => {
    await place(task, 'Rom', 'Italien')
    await place(task, 'Madrid', 'Spanien')
  },
}

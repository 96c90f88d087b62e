import { type Played, place } from '../playing.ts'

export const played: Played = {
  f: { zones: '10, 10, 20, 20 | Kopf\n10, 60, 20, 20 | Fuß' },
  play: async (task) => {
    await place(task, 'Kopf', '1')
    await place(task, 'Fuß', '2')
  },
}

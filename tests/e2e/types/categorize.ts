import { type Played, place } from '../playing.ts'

export const played: Played = {
  f: { items: '![♪](SOUND) Hund | Tier\nTanne | Pflanze' },
  play: async (task) => {
    await place(task, 'Hund', 'Tier')
    await place(task, 'Tanne', 'Pflanze')
  },
}

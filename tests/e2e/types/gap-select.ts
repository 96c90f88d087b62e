import { type Played, write } from '../playing.ts'

export const played: Played = {
  f: { selectText: 'Sie *geht/gehen* nach Hause.' },
  play: (task) => write(task.getByRole('combobox'), 'geht'),
}

import { at, type Played } from '../playing.ts'

export const played: Played = {
  f: { address: 'https://example.org/a', label: 'Zum Text' },
  play: (task) => at(task.getByRole('link')),
}

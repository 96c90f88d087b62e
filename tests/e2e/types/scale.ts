import { at, type Played } from '../playing.ts'

export const played: Played = {
  f: { min: '1', max: '5', low: 'nie', high: 'immer' },
  play: (task) => at(task.getByRole('radio').first(), 'Space'),
}

import { expect } from '../fixtures.ts'
import { at, type Played, tick } from '../playing.ts'

export const played: Played = {
  f: { options: '* ![♪](SOUND) Rom\nMailand' },
  play: async (task) => {
    // Digits choose, wherever the focus is among the answers.
    const second = await task.getByRole('radio').nth(1).getAttribute('value')
    await at(task.getByRole('radio').first(), '2')
    await expect(task.locator(`input[value="${second}"]`)).toBeChecked()
    await tick('Rom')(task)
  },
}

import { expect } from '../fixtures.ts'
import { at, button, type Played, text, write } from '../playing.ts'

export const played: Played = {
  f: { room: '12' },
  isLookedAt: true,
  async play(task, page) {
    await at(
      task.getByRole('application', { name: text('play.drawing') }),
      ' ',
      'ArrowRight',
      'ArrowDown',
      ' ',
    )
    await expect(task.locator('.drawing__stroke')).toHaveCount(1)
    await at(button(task, text('play.drawUndo')), 'Enter')
    await expect(task.locator('.drawing__stroke')).toHaveCount(0)
    await at(button(task, text('values.red')), 'Enter')
    await at(task.getByRole('application'), 'Enter', 'Shift+ArrowLeft', 'Enter')
    await expect(task.locator('.drawing__stroke--red')).toHaveCount(1)
    await write(task.getByLabel(text('play.drawDescribe')), 'Ein Strich')
    await page.reload()
    await expect(task.locator('.drawing__stroke--red')).toHaveCount(1)
  },
}

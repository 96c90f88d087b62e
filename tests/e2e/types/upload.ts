import { expect } from '../fixtures.ts'
import { at, type Played, text } from '../playing.ts'

export const played: Played = {
  f: { accepts: 'any', room: '12' },
  isLookedAt: true,
  async play(task) {
    const field = task.getByLabel(text('values.any'))
    await at(field)
    await field.setInputFiles({
      name: 'brief.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-'),
    })
    await expect(task.getByText('brief.pdf')).toBeVisible()
  },
}

import { expect, test } from 'vitest'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { runEngine } from '../../../../server/engine.ts'

const inputs = {
  ...{ planSubject: 'science', stage: 'lower', pageCount: 8, hasKey: true, isEditable: false },
  inside: ['6 Blätter', '2 Versuche'],
}
const kinds = ['worksheets', 'game', 'test', 'slides', 'project']

test.each(liveWorldCodes)('%s: title, text and tags have the lengths a listing takes', (language) => {
  for (const materialKind of kinds)
    for (const topic of ['Magnetismus', 'x'.repeat(120)]) {
      const answer = runEngine({ toolId: 'listing', language, inputs: { ...inputs, topic, materialKind } })
      if (!('blocks' in answer)) throw new Error('no listing')
      const [title, text] = answer.blocks
      expect(title?.type === 'heading' && title.text.length).toBeLessThanOrEqual(70)
      const length = text?.type === 'para' ? text.text.length : 0
      expect(length).toBeGreaterThanOrEqual(300)
      expect(length).toBeLessThanOrEqual(1200)
      const tags = answer.blocks.at(-2)
      const count = tags?.type === 'para' ? tags.text.split(', ').length : 0
      expect(count).toBeGreaterThanOrEqual(5)
      expect(count).toBeLessThanOrEqual(10)
    }
})

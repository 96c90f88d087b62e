import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { blocksHtml } from '#shop/ai/ai-tools/rules/blocks-html.ts'
import { tools } from '#shop/ai/ai-tools/rules/tools/tool-list.ts'
import { exampleOf } from '#shop/ai/ai-tools/server/examples.ts'
import { blocksOfText, textOfBlocks } from './block-text.ts'

const words = { solution: 'Lösung' }

describe.each(liveWorldCodes)('%s', (world) => {
  test.each(tools.map((tool) => [tool.id, tool] as const))(
    '%s: its result is read again as it was written',
    (_id, tool) => {
      const text = textOfBlocks(exampleOf(tool, world))
      // What is edited and saved without a change stays as it is.
      expect(textOfBlocks(blocksOfText(text))).toBe(text)
    },
  )
})

test('whatever is typed makes blocks, and what they say is read again', () => {
  const sign = fc.constantFrom(
    '## ',
    '- ',
    '1. ',
    '| a | b |',
    ':::',
    '::: grid',
    '::: solution',
    '::: lines 3',
    '[ ] ',
    '\n',
    '\n\n',
    'Wort ',
    '<b>',
    '|',
    '---',
  )
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 40 }), (signs) => {
      const blocks = blocksOfText(signs.join(''))
      expect(blocksHtml(blocks, words)).not.toContain('<b>')
      const text = textOfBlocks(blocks)
      expect(textOfBlocks(blocksOfText(text))).toBe(text)
    }),
    { numRuns: 2000 },
  )
})

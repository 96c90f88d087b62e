import { expect, test } from 'vitest'
import { gapLines } from './gap-html.ts'

test('on paper a gap is a line, and what it is chosen from stands behind it unless a bank has it', () => {
  const options = ['geht', '<b>'].map((text, at) => ({ value: `${at}`, text }))
  const gaps = { g1: { size: 4, hint: '', options }, g2: { size: 4, hint: '' } }
  const line = '<span class="gap-line"></span>'
  expect(gapLines('Sie {{g1}} {{g2}}.', gaps)).toBe(`Sie ${line} (geht / &lt;b&gt;) ${line}.`)
  expect(gapLines('Sie {{g1}}.', gaps, true)).toBe(`Sie ${line}.`)
})

import { expect, test } from 'vitest'
import { exerciseCover } from './exercise-cover.ts'

test.each([
  ['a plain exercise', 'Le tabelline del 7'],
  ['letters of other scripts, and signs no font has', 'Η πρόσθεση 🦊 日本 Łódź їжак'],
  ['one word wider than the page', 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3)],
  ['nothing that can be written', '🦊'],
  ['as much as an author may write', 'Wechselpräpositionen '.repeat(40)],
])('%s: one page in the hand of any author, the same each time', async (_name, title) => {
  for (let authorId = 0; authorId < 12; authorId += 1) {
    const facts = { world: 'de', title, subjects: ['de-mathematics'], authorId } as const
    const pdf = (await exerciseCover(facts)).toString('latin1')
    expect(pdf.startsWith('%PDF-')).toBe(true)
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
    expect(pdf.length).toBeLessThan(60_000)
  }
})

import { expect, test } from 'vitest'
import { exerciseCover } from './exercise-cover.ts'

test.each([
  ['a plain exercise', 'Le tabelline del 7', 'Otto esercizi. **Con** correzione.'],
  ['no description', 'Past simple', ''],
  ['letters of other scripts, and signs no font has', 'Η πρόσθεση 🦊 日本', 'Δώδεκα ασκήσεις'],
  ['one word wider than the page', 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3), '# A'],
  ['nothing that can be written', '🦊', '🦊'],
  ['as much as an author may write', 'Wechselpräpositionen '.repeat(40), 'Lang. '.repeat(5000)],
])('%s: one page', async (_name, title, description) => {
  const pdf = (await exerciseCover({ title, description })).toString('latin1')
  expect(pdf.startsWith('%PDF-')).toBe(true)
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
})

import { expect, it } from 'vitest'
import { pictureTag } from '../text/rich-pictures.ts'
import { taskName } from './task-name.ts'

const picture = pictureTag({ asset: `unit/aa/${'a'.repeat(64)}.webp`, alt: 'Ein Kreis aus vier Teilen' })

it('calls a task by its words, not by its picture, and cuts no word', () => {
  expect(taskName(`<p>Welcher Teil ist blau? ${picture}</p>`, 60)).toBe('Welcher Teil ist blau?')
  expect(taskName('<p>Ordne die Ergebnisse der Größe nach.</p>', 24)).toBe('Ordne die Ergebnisse …')
})

it('calls it by its picture where it is all there is, and by its first line', () => {
  expect(taskName(`<p>${picture}</p>`, 60)).toBe('Ein Kreis aus vier Teilen')
  expect(taskName('<p>Rechne.</p><p>7 · 8</p>', 60)).toBe('Rechne.')
  expect(taskName('', 60)).toBe('')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeWritten } from './write-text.ts'
import {
  type Block,
  isFormatted,
  listedWritten,
  plainWritten,
  readWritten,
  type Span,
} from './written-text.ts'

test('bold, italic, lists and paragraphs are read', () => {
  const text = 'Der **Tiber** ist *sehr* lang, ***ganz*** lang.\n\n- eins\n- **zwei**\n1. drei\n\nEnde'
  expect(readWritten(text)).toEqual([
    {
      kind: 'p',
      lines: [
        [
          { text: 'Der ' },
          { text: 'Tiber', isBold: true },
          { text: ' ist ' },
          { text: 'sehr', isItalic: true },
          { text: ' lang, ' },
          { text: 'ganz', isBold: true, isItalic: true },
          { text: ' lang.' },
        ],
      ],
    },
    { kind: 'ul', lines: [[{ text: 'eins' }], [{ text: 'zwei', isBold: true }]] },
    { kind: 'ol', lines: [[{ text: 'drei' }]] },
    { kind: 'p', lines: [[{ text: 'Ende' }]] },
  ])
  expect(plainWritten(text)).toBe('Der Tiber ist sehr lang, ganz lang.\n\neins\nzwei\n\ndrei\n\nEnde')
  expect(listedWritten(text)).toContain('• eins\n• zwei\n\n1. drei')
})

test.each([
  '2*3*4',
  'a * b * c',
  '**',
  '5 ** 6',
  '*offen',
  '<b>x</b> & <script>',
  '1990 war',
  '-5 Grad',
  'meine_datei',
  'a__b__c',
  '__',
])('%s stays what it is', (text) => {
  expect(isFormatted(text)).toBe(false)
  expect(plainWritten(text)).toBe(text)
})

test('nothing of the words is lost, and nobody can write what takes for ever', () => {
  const piece = fc.constantFrom('*', '**', '***', 'a', ' ', 'b c', '\n', '- ', '<')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('')
      expect(plainWritten(text).replace(/[\s*-]/g, '')).toBe(text.replace(/[\s*-]/g, ''))
    }),
  )
  expect(plainWritten('*a '.repeat(3000)).length).toBeGreaterThan(5000)
})

test('underlined words and signs that are words', () => {
  expect(readWritten('__der **Tiber**__ 2\\*3\\*4')).toEqual([
    {
      kind: 'p',
      lines: [
        [
          { text: 'der ', isUnderlined: true },
          { text: 'Tiber', isBold: true, isUnderlined: true },
          { text: ' 2*3*4' },
        ],
      ],
    },
  ])
  expect(plainWritten('\\*kein Fettdruck\\*')).toBe('*kein Fettdruck*')
})

test('what is written in a field is read again, whatever signs and blanks its words have', () => {
  const piece = fc.constantFrom('*', '**', '_', '__', '\\', 'a', 'ß9', ' ', '- ', '1. ', '<b>', '.', 'عربي')
  const flag = fc.constantFrom(true as const, undefined)
  const span = fc.record({
    text: fc.array(piece, { minLength: 1, maxLength: 4 }).map((all) => all.join('')),
    ...{ isBold: flag, isItalic: flag, isUnderlined: flag },
  })
  const line = fc
    .array(span, { minLength: 1, maxLength: 4 })
    .filter((all) => all.some(({ text }) => text.trim()))
  const block = fc.record({
    kind: fc.constantFrom('p' as const, 'ul' as const, 'ol' as const),
    lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  })
  fc.assert(
    fc.property(fc.array(block, { maxLength: 4 }), (typed) => {
      const blocks = typed as Block[]
      const read = readWritten(writeWritten(blocks))
      const flat = (all: readonly Block[]) =>
        all.map(({ kind, lines }) => ({ kind, lines: lines.map((each) => marksOf(kind, each)) }))
      expect(flat(read)).toEqual(flat(blocks))
      expect(writeWritten(read)).toBe(writeWritten(readWritten(writeWritten(read))))
    }),
    { numRuns: 2000 },
  )
})

/** Every letter with what is marked there; a list takes no blanks before its lines. */
function marksOf(kind: Block['kind'], spans: readonly Span[]): string[] {
  const all = spans.flatMap(({ text, isBold, isItalic, isUnderlined }) =>
    [...text].map(
      (letter) => `${letter}${isBold ? 'b' : ''}${isItalic ? 'i' : ''}${isUnderlined ? 'u' : ''}`,
    ),
  )
  const first = kind === 'p' ? 0 : all.findIndex((letter) => !letter.startsWith(' '))
  return all.slice(Math.max(0, first))
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFormatted, listedWritten, plainWritten, readWritten } from './written-text.ts'

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

test.each(['2*3*4', 'a * b * c', '**', '5 ** 6', '*offen', '<b>x</b> & <script>', '1990 war', '-5 Grad'])(
  '%s stays what it is',
  (text) => {
    expect(isFormatted(text)).toBe(false)
    expect(plainWritten(text)).toBe(text)
  },
)

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

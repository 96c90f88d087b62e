import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { activityOf } from './active-content.ts'

const file = (...parts: (string | Buffer)[]) =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts.map((part) => Buffer.from(part))])

/** An object stream that holds one object per text. */
function objectStream(texts: string[], options: { filter?: string; pack?: (data: Buffer) => Buffer } = {}) {
  const { filter = '/Filter/FlateDecode', pack = deflateSync } = options
  let offset = 0
  const pairs = texts.map((text, n) => {
    const pair = `${n + 10} ${offset}`
    offset += text.length + 1
    return pair
  })
  const head = `${pairs.join(' ')} `
  const data = pack(Buffer.from(head + texts.join(' ')))
  const dictionary = `<</Type/ObjStm/N ${texts.length}/First ${head.length}${filter}/Length ${data.length}>>`
  return Buffer.concat([
    Buffer.from(`7 0 obj\n${dictionary}\nstream\r\n`),
    data,
    Buffer.from('\nendstream\nendobj\n'),
  ])
}

describe('what can do more than be read', () => {
  test.each([
    ['a script', '1 0 obj\n<</S/JavaScript/JS(app.alert\\(1\\))>>\nendobj'],
    ['a script that is spelt with escapes', '1 0 obj <</S/J#61vaScrip#74 /J#53 2 0 R>> endobj'],
    ['a program to start', '1 0 obj<</Type/Action/S /Launch/F(calc.exe)>>endobj'],
    ['a file inside', '3 0 obj <</Type/Filespec /F(a.exe)/EF<</F 4 0 R>>>> endobj'],
    ['a name alone, to be pointed at', '4 0 obj /JavaScript endobj'],
    ['after an open bracket outside of objects', '( << % \n5 0 obj <</S/Launch>> endobj'],
    ['after a comment that looks like a string', '5 0 obj << % (\n /S/Launch>> endobj'],
    ['where a stream should be', '1 0 obj<</Length 9>>stream\n 2 0 obj<</S/Launch>>endobj endstream endobj'],
  ])('%s', (_, text) => {
    expect(activityOf(file(text))).toBe('active')
  })

  test('packed into an object stream, behind a desperate string', () => {
    expect(activityOf(file(objectStream(['<</A 1>>', '<</S/Launch>>'])))).toBe('active')
    expect(activityOf(file(objectStream(['<</T(', '<</S/#4caunch>>'])))).toBe('active')
    expect(activityOf(file(objectStream(['<</S/Launch>>'], { filter: '', pack: (data) => data })))).toBe(
      'active',
    )
  })
})

describe('what cannot be looked through', () => {
  test.each([
    ['another filter', '/Filter/LZWDecode'],
    ['two filters', '/Filter[/ASCIIHexDecode/FlateDecode]'],
    ['a filter that stands elsewhere', '/Filter 9 0 R'],
    ['a predictor', '/Filter/FlateDecode/DecodeParms<</Predictor 12>>'],
    ['bytes that are not packed', '/Filter/FlateDecode', (data: Buffer) => data],
    ['a bomb', '/Filter/FlateDecode', () => deflateSync(Buffer.alloc(40_000_000))],
  ])('%s', (_, filter, pack: (data: Buffer) => Buffer = deflateSync) => {
    expect(activityOf(file(objectStream(['<</S/Launch>>'], { filter, pack })))).toBe('unreadable')
  })

  test('where objects begin elsewhere', () => {
    const stream = objectStream(['<</S/Launch>>'])
      .toString('latin1')
      .replace(/First \d+/, 'First 8 0 R')
    expect(activityOf(file(Buffer.from(stream, 'latin1')))).toBe('unreadable')
  })

  test('more work than a file of its size is worth ends soon', () => {
    const started = performance.now()
    expect(activityOf(file('1 0 obj ('.repeat(100_000)))).toBe('unreadable')
    expect(performance.now() - started).toBeLessThan(5000)
  })
})

describe('what can only be read', () => {
  test('words about scripts, in strings, streams and comments', () => {
    const texts = [
      '1 0 obj <</Title(HTML /JS /JavaScript)/A<2f4a53>>> % /JS\nendobj',
      '2 0 obj <</Length 20>>\nstream\n/JS /Launch /EF \nendstream endobj',
      '3 0 obj <</Type/Action/S/URI/URI(https://example.org)>> endobj',
    ]
    expect(activityOf(file(...texts, objectStream(['<</Title(/JS \\) /Launch)/N 1>>', '[ 1 2 ]'])))).toBe(
      'none',
    )
  })

  test('what a program of today writes', async () => {
    const document = new PDFDocument({ pdfVersion: '1.7', tagged: true, lang: 'de' })
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    const ended = new Promise((resolve) => document.on('end', resolve))
    document.text('JavaScript').link(0, 0, 10, 10, 'https://example.org').end()
    await ended
    expect(activityOf(Buffer.concat(chunks))).toBe('none')
  })
})

import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Parts } from './parts.ts'
import { partsReceiver, storedParts } from './sent-parts.ts'

const parts = {
  fields: z.object({
    alt: z.string().min(3).max(20),
    width: z.number().int().max(100).optional(),
    a: z.unknown().optional(),
  }),
  files: {
    file: { description: 'A picture.', types: ['image/png'], maxBytes: 100 },
    'more.{place}': {
      description: 'Others.',
      types: ['image/png'],
      maxBytes: 100,
      most: 2,
      isOptional: true,
    },
  },
} satisfies Parts
const receive = partsReceiver(parts)
/** No value that is tried holds it. */
const boundary = 'b:4711'

type Sent = readonly [name: string, value: string, fileName?: string]

function bodyOf(sent: readonly Sent[]) {
  const body = new PassThrough()
  for (const [name, value, fileName] of sent) {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`
    body.write(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`)
  }
  body.end(`--${boundary}--\r\n`)
  return { body, headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` } }
}

const send = (...sent: Sent[]) =>
  receive(bodyOf(sent), async ({ bytes }) => ({ text: String(await buffer(bytes)) }))
const alt: Sent = ['alt', 'Ein Feld']
const file: Sent = ['file', 'bytes', 'a.png']

describe('a body as it is declared', () => {
  test('fields by their schema, files in their order, whatever comes between them', async () => {
    const { fields, files } = await send(
      ...[['more.e2', '2', 'b.png'] as const, ['width', '7'] as const, file],
      ...[['intent', 'x'] as const, ['world', 'de'] as const, ['a.e1.text', 'Ja'] as const, alt],
    )
    expect(fields).toEqual({ alt: 'Ein Feld', width: 7, a: { e1: { text: 'Ja' } } })
    expect(files).toEqual([
      { field: 'more.e2', fileName: 'b.png', isCut: false, text: '2' },
      { field: 'file', fileName: 'a.png', isCut: false, text: 'bytes' },
    ])
  })

  test.each<[string, Sent[], Record<string, string>]>([
    ['no file', [alt], { file: 'required' }],
    ['an untouched file', [alt, ['file', '', '']], { file: 'required' }],
    ['nothing', [], { file: 'required', alt: 'required' }],
    [
      'what nobody knows',
      [alt, file, ['prize', '1'], ['cover', 'x', 'a.png'], ['a.e1.text', 'x']],
      { prize: 'unknown', cover: 'unknown' },
    ],
    ['a text for the file', [alt, ['file', 'a.png']], { file: 'invalid' }],
    ['a file for the text', [['alt', 'x', 'a.png'], file], { alt: 'invalid' }],
    ['two files', [alt, file, file], { file: 'too_long' }],
    ['four files', [alt, file, file, file, file], { file: 'too_long' }],
    ['two of one place', [alt, file, ['more.a', '', 'a'], ['more.a', '', 'b']], { 'more.a': 'too_long' }],
    ['a text of a place', [alt, file, ['more.a', 'x']], { 'more.a': 'invalid' }],
    ['a place without a name', [alt, ['more.', '', 'a']], { file: 'required', 'more.': 'unknown' }],
    ['a wrong number', [alt, file, ['width', '1e1']], { width: 'not_a_number' }],
    [
      'all at once',
      [['alt', 'x'], ['width', '101'], file, file],
      { alt: 'too_short', width: 'too_high', file: 'too_long' },
    ],
    ['NUL', [['alt', 'a\0bc'], file], { alt: 'invalid' }],
  ])('%s is refused by its name', async (_name, sent, fields) => {
    await expect(send(...sent)).rejects.toMatchObject({ code: 'invalid_input', fields })
  })

  test('what was typed comes back, before the file and behind it', async () => {
    const typed = { values: { alt: 'x', width: '7' }, lists: { alt: ['x'], width: ['7'] } }
    await expect(send(['alt', 'x'], file, file, ['width', '7'])).rejects.toMatchObject({ typed })
    await expect(send(['alt', 'x'], ['file', 'y'.repeat(101), 'a'], ['width', '7'])).rejects.toMatchObject({
      typed,
    })
  })

  test('one that is too large says so alone', async () => {
    const large: Sent = ['file', 'y'.repeat(101), 'a.png']
    await expect(send(alt, large)).rejects.toMatchObject({ code: 'too_large', fields: { file: 'too_large' } })
    const { files } = await send(alt, ['file', 'y'.repeat(100), 'a.png'])
    expect(files[0]).toMatchObject({ isCut: false })
  })

  test('a name that is too long is no name', async () => {
    await expect(send(alt, [`more.${'x'.repeat(200)}`, '', 'a'])).rejects.toMatchObject({
      code: 'malformed_request',
    })
  })

  test('whatever comes, it is taken or refused in words', async () => {
    const name = fc.constantFrom(
      'alt',
      'file',
      'width',
      'a',
      'a.b',
      'more.x',
      '__proto__',
      'constructor',
      'toString',
    )
    const any = fc.tuple(
      name,
      fc.stringMatching(/^[\w -]{0,30}$/),
      fc.option(fc.constantFrom('a.png'), { nil: undefined }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(any, { maxLength: 8 }), async (sent) => {
        const code = await send(
          ...sent.map(([a, b, c]): Sent => (c === undefined ? [a, b] : [a, b, c])),
        ).then(
          () => 'taken',
          (error: { code?: string }) => error.code,
        )
        expect(['taken', 'invalid_input', 'too_large']).toContain(code)
      }),
    )
  })
})

test('stored files are gone again, whatever becomes of them', async () => {
  const stored = new Map<string, Buffer>()
  const storage = {
    put: async (key: string, bytes: PassThrough) => {
      stored.set(key, await buffer(bytes))
      return { key, sizeBytes: 1, sha256: Buffer.alloc(32) }
    },
    delete: async (key: string) => void stored.delete(key),
  }
  const store = storedParts(parts)
  const act = (sent: Sent[], use: () => Promise<string>) => store({ storage } as never, bodyOf(sent), use)
  expect(await act([alt, file], async () => String(stored.size))).toBe('1')
  await expect(act([file], async () => 'done')).rejects.toMatchObject({ fields: { alt: 'required' } })
  const fails = async () => Promise.reject(new Error('the database is away'))
  await expect(act([alt, file], fails)).rejects.toThrow('away')
  expect(stored.size).toBe(0)
})

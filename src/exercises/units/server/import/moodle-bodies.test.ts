import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutBodies } from './moodle-bodies.ts'

test('files of any bytes are taken out and found again, and nothing else of the text is touched', () => {
  const file = fc.uint8Array({ maxLength: 9000 })
  fc.assert(
    fc.property(fc.array(file, { maxLength: 4 }), fc.string({ unit: 'grapheme' }), (files, words) => {
      const text = words.replaceAll('<', '')
      const tags = files.map(
        (bytes, at) =>
          `${text}<file name="${at}" encoding="base64">${Buffer.from(bytes).toString('base64')}</file>`,
      )
      const { bytes, bodyAt } = withoutBodies(Buffer.from(tags.join('') + text))
      const left = bytes.toString().split(/<file [^>]*>|<\/file>/)
      expect(left.filter((_each, at) => at % 2 === 0).join('')).toBe(text.repeat(files.length + 1))
      for (const [at, sent] of files.entries()) {
        const mark = left[at * 2 + 1] ?? ''
        expect(Buffer.from(bodyAt(mark) ?? Buffer.from(mark, 'base64')).equals(Buffer.from(sent))).toBe(true)
      }
      expect(bytes.length).toBeLessThan(
        5000 * (files.length + 1) + Buffer.byteLength(text) * (files.length + 1),
      )
    }),
  )
})

test.each(['<file ', '<file name="a">', '</file><file >', '<file <file <file ></file>', 'body 0', ''])(
  'what is no file stays as it is: %j',
  (text) => {
    const { bytes, bodyAt } = withoutBodies(Buffer.from(text))
    expect([bytes.toString(), bodyAt('body 0'), bodyAt('body 99999999999')]).toEqual([
      text,
      undefined,
      undefined,
    ])
  },
)

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withMath } from '../engines/math.ts'
import { cleanHtml } from './clean-html.ts'
import { openBrace, readGaps, writeGaps } from './gap-markup.ts'
import { hasSilentPictures, htmlPieces, picturesInHtml, pictureTag, shownHtml } from './rich-pictures.ts'
import { htmlOfTyped, textOfHtml, typedOfHtml } from './rich-text.ts'
import { spokenPieces } from './spoken.ts'

const asset = `unit/ab/ab${'c'.repeat(62)}.webp`
const address = `/api/v3/unit-assets?name=ab${'c'.repeat(62)}.webp`
const shown = (alt: string) => `<img asset="${asset}" alt="${alt}">`

test.each<readonly [string, string]>([
  [`<p>Schau: <img asset="${asset}" alt="ein Turm"></p>`, `<p>Schau: ${shown('ein Turm')}</p>`],
  [`<img alt='ein "Turm"' onerror="x()" src="${address}" style="color:red">`, shown('ein &quot;Turm&quot;')],
  [`<IMG ASSET=${asset} />`, shown('')],
  ...[
    'https://evil.example/a.webp',
    `https://evil.example${address}`,
    `//evil.example${address}`,
    `${address}&world=de`,
    'data:image/webp;base64,AAAA',
    'javascript:x()',
    `unit/ab/ab${'c'.repeat(62)}.svg`,
    `unit/ab/ab${'c'.repeat(62)}.mp4`,
    `../${asset}`,
    'material/7/cover.webp',
    '',
  ].map((foreign) => [`a<img src="${foreign}" alt="b">c`, 'ac'] as const),
])('a picture within words is one of ours, and nothing else: %s', (source, clean) => {
  expect(cleanHtml(source)).toBe(clean)
})

/** Pieces that pictures, their texts and what stands around them are made of. */
const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    ...['<img ', ' asset="', asset, address, '" alt="', '"', "'", '>', '/>', '<p>', '</p>', '&quot;', '&#0;'],
    ...[
      '{{g1}}',
      '\\(x^2\\)',
      '![',
      '](',
      ')',
      'e&#769;',
      '&#xD800;',
      ' src=',
      'https://evil.example/x',
      '\0',
    ],
    ...[
      '<table>',
      '<td>',
      '<script>',
      '</script>',
      '<a href="https://a.example/![b](',
      '🏰',
      '\u202e',
      '*',
      '\\',
    ],
  ),
)
const soup = fc.array(piece, { maxLength: 30 }).map((all) => all.join(''))

test('whatever is sent: what is left is clean, stays as it is, and names pictures of ours alone', () => {
  fc.assert(
    fc.property(soup, (source) => {
      for (const clean of [cleanHtml(source), cleanHtml(htmlOfTyped(source))]) {
        expect(cleanHtml(clean)).toBe(clean)
        expect(clean).toBe(clean.toWellFormed())
        const images = clean.match(/<img\b[^>]*>/g) ?? []
        for (const image of images)
          expect(image).toMatch(/^<img asset="unit\/ab\/abc{62}\.webp" alt="[^"<>]*">$/)
        expect(picturesInHtml(clean)).toHaveLength(images.length)
        expect(images.join('')).not.toContain('{{')
        // On a page there is no other address than that of our files.
        for (const [, src] of shownHtml(clean).matchAll(/<img src="([^"]*)"/g)) expect(src).toBe(address)
        expect(withMath(clean).match(/<img\b[^>]*>/g) ?? []).toEqual(images)
      }
    }),
    { numRuns: 500 },
  )
})

test('a picture with any words is typed, read and typed again as the same', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ maxLength: 20 }),
      (alt, words) => {
        const html = cleanHtml(`<p>${words.replace(/[<&>]/g, '')} ${pictureTag({ asset, alt })} ?</p>`)
        expect(cleanHtml(htmlOfTyped(typedOfHtml(html)))).toBe(html)
        const text = {
          // Two braces would be a gap: in the text of a task they never stand side by side (gap-markup.test.ts).
          html: `${html.replaceAll(openBrace, '{ ')}<p>{{g1}}</p>`,
          gaps: { g1: { answers: [{ text: 'a', fraction: 1 }], tip: '' } },
        }
        expect(readGaps(writeGaps(text)).html).toBe(text.html)
      },
    ),
  )
})

test('a teacher types it as pictures of things are typed, and finds it so again', () => {
  const typed = `Was zeigt\n![ein "Turm" & mehr](${asset})?`
  const html = htmlOfTyped(typed)
  expect(html).toBe(`<p>Was zeigt<br>${shown('ein &quot;Turm&quot; &amp; mehr')}?</p>`)
  expect(typedOfHtml(html)).toBe(typed)
  expect(htmlOfTyped(`<p><em>Was</em> ![ein Turm](${asset})</p>`)).toBe(
    `<p><em>Was</em> ${shown('ein Turm')}</p>`,
  )
  expect(htmlOfTyped('![ein Turm](https://evil.example/a.webp)')).not.toContain('<img')
})

test('who does not see it hears and reads what it shows', () => {
  const html = `<p>Was ist <strong>das</strong>: ${shown('ein Turm')}?</p>`
  expect(textOfHtml(html)).toBe('Was ist das: ein Turm ?')
  expect(spokenPieces(html, 'de')).toEqual([{ lang: 'de', text: 'Was ist das: ein Turm ?' }])
  expect(htmlPieces(html).map((each) => (typeof each === 'string' ? textOfHtml(each) : each))).toEqual([
    'Was ist das:',
    { asset, alt: 'ein Turm' },
    '?',
  ])
  expect([html, `<p>${shown('')}</p>`].map(hasSilentPictures)).toEqual([false, true])
  expect(hasSilentPictures({ sections: [{ html: shown('') }] })).toBe(true)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DocumentNode, markdownOf } from './from-document.ts'
import { renderMarkdown } from './members-text.ts'

const text = (value: string, ...marks: string[]): DocumentNode => ({
  type: 'text',
  text: value,
  marks: marks.map((type) => ({ type, attrs: type === 'link' ? { href: 'https://example.org/a' } : {} })),
})
const block = (type: string, ...content: DocumentNode[]): DocumentNode => ({ type, content })
const paragraph = (...content: DocumentNode[]) => block('paragraph', ...content)
const doc = (...content: DocumentNode[]) => block('doc', ...content)
const shown = (document: DocumentNode) => renderMarkdown(markdownOf(document), { isArticle: true }).html

describe('what stood in the editor is what readers see', () => {
  test.each<[string, DocumentNode, string]>([
    [
      'headings, a rule, a quote',
      doc(
        { ...block('heading', text('Was #')), attrs: { level: 2 } },
        { ...block('heading', text('Wie')), attrs: { level: 3 } },
        block('horizontalRule'),
        block('blockquote', paragraph(text('So')), paragraph(text('oder so'))),
      ),
      '<h2>Was #</h2>\n<h3>Wie</h3>\n<hr>\n<blockquote><p>So</p><p>oder so</p></blockquote>',
    ],
    [
      'lists in lists, and two beside each other',
      doc(
        block(
          'bulletList',
          block('listItem', paragraph(text('a')), {
            ...block('orderedList', block('listItem', paragraph(text('b')))),
            attrs: { start: 3 },
          }),
        ),
        block('bulletList', block('listItem', paragraph(text('c')), paragraph(text('d')))),
      ),
      '<ul><li>a<ol start="3"><li>b</li></ol></li></ul>\n<ul><li><p>c</p><p>d</p></li></ul>',
    ],
    [
      'a table',
      doc(
        block(
          'table',
          block(
            'tableRow',
            block('tableHeader', paragraph(text('Tag'))),
            block('tableHeader', paragraph(text('a|b'))),
          ),
          block(
            'tableRow',
            block('tableCell', paragraph(text('Mo', 'bold'))),
            block('tableCell', paragraph()),
          ),
        ),
      ),
      '<table><thead><tr><th>Tag</th><th>a|b</th></tr></thead><tbody><tr><td><strong>Mo</strong></td><td></td></tr></tbody></table>',
    ],
    [
      'a picture and a material',
      doc(
        { type: 'picture', attrs: { id: 12, alt: 'Ein ]Kind[ "rechnet"' } },
        { type: 'material', attrs: { id: 7, title: 'Brüche *leicht*' } },
      ),
      '<figure data-picture="12">Ein ]Kind[ "rechnet"</figure>\n<aside data-material="7">Brüche *leicht*</aside>',
    ],
    [
      'marks inside of words, beside signs, and one in the other',
      doc(
        paragraph(
          text('Haus'),
          text('tür', 'bold'),
          text('"x"', 'italic'),
          text('y'),
          text('z!', 'bold', 'italic'),
          text('Ende'),
        ),
      ),
      '<p>Haus<strong>tür</strong><em>"x"</em>y<strong><em>z!</em></strong>Ende</p>',
    ],
    [
      'an address with brackets, and one that is bare',
      doc(
        paragraph(
          {
            ...text('hier', 'link'),
            marks: [{ type: 'link', attrs: { href: 'https://example.org/a_(b) c' } }],
          },
          text('! oder https://example.org/x_y'),
        ),
      ),
      '<p><a href="https://example.org/a_%28b%29%20c" rel="ugc nofollow noopener">hier</a>! oder <a href="https://example.org/x_y" rel="ugc nofollow noopener">https://example.org/x_y</a></p>',
    ],
    [
      'words that look like Markdown or HTML',
      doc(
        ...[
          '# a',
          '- b',
          '1. c',
          '> d',
          '---',
          '===',
          '| e |',
          '[x]: y',
          '![x](y)',
          '<b>&lt;',
          '`f`',
          '~~g~~',
          '***',
        ].map((each) => paragraph(text(each))),
      ),
      [
        '# a',
        '- b',
        '1. c',
        '&gt; d',
        '---',
        '===',
        '| e |',
        '[x]: y',
        '![x](y)',
        '&lt;b&gt;&amp;lt;',
        '`f`',
        '~~g~~',
        '***',
      ]
        .map((each) => `<p>${each.replaceAll('&gt;', '>')}</p>`)
        .join('\n'),
    ],
  ])('%s', (_name, document, html) => expect(shown(document)).toBe(html))

  const letters = fc.constantFrom(
    ...('aäß1 .,;:!?"\'()*_[]<>`|~&#+-=\\{}^$/\u{1f600}\u00a0'.match(/./gu) ?? []),
  )
  const words = fc.array(letters, { minLength: 1, maxLength: 6 }).map((each) => each.join(''))
  const run = fc.tuple(words, fc.subarray(['bold', 'italic'])).map(([value, marks]) => text(value, ...marks))
  const line = fc.array(run, { minLength: 1, maxLength: 5 })

  test('any words with any marks', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), (lines) => {
        const html = shown(doc(...lines.map((content) => paragraph(...content))))
        expect(lettersOf(html), html).toEqual(lines.flat().flatMap(lettersIn))
      }),
      { numRuns: 1500, seed: 2026 },
    )
  })
})

/** Each letter with its marks; blanks may move from one side of a mark to the other. */
function lettersIn({ text: value = '', marks = [] }: DocumentNode): string[] {
  const names = marks.map(({ type }) => type).sort()
  return [...value].filter((letter) => letter.trim() !== '').map((letter) => [letter, ...names].join(' '))
}

function lettersOf(html: string): string[] {
  const open = new Set<string>()
  const names: Record<string, string> = { strong: 'bold', em: 'italic', p: '' }
  const found: string[] = []
  for (const [all, end, tag = ''] of html.matchAll(/<(\/?)(\w+)>|&\w+;|[^<]/gu)) {
    if (tag === '') {
      const letter = all
        .replace('&lt;', '<')
        .replace('&gt;', '>')
        .replace('&amp;', '&')
        .replace('&quot;', '"')
        .replace('&nbsp;', ' ')
      if (letter.trim() !== '') found.push([letter, ...[...open].sort()].join(' '))
    } else if (end === '/') open.delete(names[tag] as string)
    else if (names[tag] === undefined) throw new Error(`${all} in ${html}`)
    else if (names[tag] !== '') open.add(names[tag])
  }
  return found
}

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countWords, renderMarkdown } from './members-text.ts'

const htmlOf = (source: string) => renderMarkdown(source).html

/** Every tag this module may ever write; anything else in its output is what was typed, escaped. */
const tag =
  /<(?:\/?(?:p|ul|li|strong|em|blockquote|h2|h3|ol)|ol start="\d{1,6}"|br|hr|\/a|a href="https?:\/\/[^"<>]*" rel="ugc nofollow noopener")>/g

function expectSafe(source: string) {
  const rest = htmlOf(source).replaceAll(tag, '')
  expect(rest, source).not.toContain('<')
  expect(rest.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, ''), source).not.toContain('&')
}

describe('what it can say', () => {
  test.each([
    ['# Titel\n\nEin Satz.', '<h2>Titel</h2>\n<p>Ein Satz.</p>'],
    ['### Zuerst\n### Dann', '<h2>Zuerst</h2>\n<h3>Dann</h3>'],
    ['eins\nzwei\n\ndrei', '<p>eins<br>zwei</p>\n<p>drei</p>'],
    ['- a\n- b\n\n- c', '<ul><li>a</li><li>b</li><li>c</li></ul>'],
    ['Dazu:\n- a\n  weiter', '<p>Dazu:</p>\n<ul><li>a<br>weiter</li></ul>'],
    ['3. drei\n4. vier', '<ol start="3"><li>drei</li><li>vier</li></ol>'],
    ['> gesagt\n> getan', '<blockquote><p>gesagt<br>getan</p></blockquote>'],
    ['**fett *und* schräg**', '<p><strong>fett <em>und</em> schräg</strong></p>'],
    ['_leise_ snake_case_name', '<p><em>leise</em> snake_case_name</p>'],
    ['\\*kein\\* Stern, 3 * 4 * 5', '<p>*kein* Stern, 3 * 4 * 5</p>'],
    ['---', '<hr>'],
    [
      '[**Hier**](https://example.org/a_(b)?c=1&d)',
      '<p><a href="https://example.org/a_(b)?c=1&amp;d" rel="ugc nofollow noopener"><strong>Hier</strong></a></p>',
    ],
    [
      'Siehe https://example.org/x.',
      '<p>Siehe <a href="https://example.org/x" rel="ugc nofollow noopener">https://example.org/x</a>.</p>',
    ],
    ['', ''],
  ])('%j', (source, expected) => expect(htmlOf(source)).toBe(expected))

  test.each(['\n', '\r\n', '\r', '\u2028'])('a line may end in %j', (end) => {
    const source = ['## Was', '', '- Kreide', '- **Geduld**', '', '1. eins', '2. zwei', '> so'].join(end)
    expect(renderMarkdown(source).html).toBe(
      '<h2>Was</h2>\n<ul><li>Kreide</li><li><strong>Geduld</strong></li></ul>\n' +
        '<ol><li>eins</li><li>zwei</li></ol>\n<blockquote><p>so</p></blockquote>',
    )
  })

  test('a text of nothing but marks is read up to a limit, the rest is shown as typed', () => {
    const { html } = renderMarkdown('*a* '.repeat(5000))
    expect(html.match(/<em>a<\/em>/g)).toHaveLength(1000)
    expect(html.match(/\*a\*/g)).toHaveLength(4000)
    expect(renderMarkdown('\\*'.repeat(5000)).text).toBe('*'.repeat(5000))
  })

  test('an excerpt has no marks of links or HTML that stand in the text as typed', () => {
    const source =
      'Ein [Blatt](javascript:alert(1)) und <script>wenig</script> <b class="x">mehr</b>, 2 < 3 > 1.'
    expect(renderMarkdown(source).excerpt(200)).toBe('Ein Blatt und wenig mehr, 2 < 3 > 1.')
    expect(renderMarkdown('Siehe [hier](data:text/html;x) und ![Bild](x.png)!').excerpt(200)).toBe(
      'Siehe hier und Bild!',
    )
  })

  test('words and excerpt leave the marks out', () => {
    const source = '# Überschrift\n\nDer **erste** Satz – mit [Link](https://example.org).\n\n- Punkt'
    expect(renderMarkdown(source).text).toBe('Überschrift\nDer erste Satz – mit Link.\nPunkt')
    expect(renderMarkdown(source).wordCount).toBe(7)
    expect(renderMarkdown(source).excerpt(200)).toBe('Der erste Satz – mit Link. Punkt')
    expect(renderMarkdown(source).excerpt(12)).toBe('Der erste …')
    expect(renderMarkdown(source).excerpt(12)).toBe('Der erste …')
    expect(countWords(' – ')).toBe(0)
  })
})

describe('what it never says', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:msgbox(1))',
    '[x](https://example.org/"onmouseover="alert(1))',
    "[x](https://example.org/'onmouseover='alert(1))",
    '[x](https://user:pass@example.org/)',
    '[x](//example.org)',
    '[x](https://exa<b>mple.org)',
    '[<img src=x onerror=alert(1)>](https://example.org)',
    '[a [b](https://example.org)](https://example.org)',
    '**<b onclick=alert(1)>**',
    '# <iframe srcdoc="<script>alert(1)</script>">',
    '> <style>@import "javascript:alert(1)"</style>',
    '- </li></ul><script>alert(1)</script>',
    '1. "><script>alert(1)</script>',
    '<!--<script>-->',
    '<![CDATA[<script>]]>',
    '&lt;script&gt;&#60;script&#62;&#x3c;script&#x3e;',
    '\\<script>alert(1)\\</script>',
    '`<script>`',
    'https://example.org/<script>',
    'https://example.org/"><script>alert(1)</script>',
    '<https://example.org/>',
    '![x](https://example.org/x.png)',
    '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '\u202e<script>\u202c',
    '\ud800<script>\udfff',
    '{{constructor.constructor("alert(1)")()}}',
    '<a\u00a0href=javascript:alert(1)>',
  ])('%j', (source) => {
    expectSafe(source)
    expect(htmlOf(source)).not.toMatch(/<a href="(?!https?:\/\/)/)
  })

  test('anything that can be typed', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '**',
        '*',
        '_',
        '__',
        '[',
        '](',
        ')',
        '> ',
        '- ',
        '1. ',
        '#',
        '\n',
        '\\',
        '<',
        '>',
        '"',
      ),
      fc.constantFrom(
        '\r\n',
        '\r',
        '\u2028',
        "'",
        '&',
        'https://a.b/',
        'javascript:',
        '<script>',
        'onerror=',
        '&#x3c;',
        '\ud800',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => expectSafe(pieces.join(''))),
      { numRuns: 2000, seed: 2026 },
    )
  })

  // 100 kB is more than twice what a post may have. What grows with the square of the length takes minutes here.
  test.each([
    ...[
      '*',
      '**a',
      '*a_',
      '_a',
      '__a ',
      '*a **b ',
      '[',
      '[a](',
      '[a](https://b(',
      '[a]: /x\n',
      '![[a]]()',
      '((',
    ],
    ...[
      '> ',
      '- ',
      '1. ',
      '> - ',
      '- \n',
      '\n*',
      '- a\n  - b\n',
      'a\n> b\n',
      '# ',
      '\\',
      '`',
      '<',
      '<!--',
      '&',
      ' ',
    ],
    ...['https://', 'https://a.b/ ', '•  __', 'ä*a* ', 'a\n', '\n\n', '\t'],
  ])('100 kB of %j take no longer than other texts', (pattern) => {
    const before = process.threadCpuUsage()
    renderMarkdown(pattern.repeat(Math.ceil(100_000 / pattern.length)))
    const { user, system } = process.threadCpuUsage(before)
    // Of this thread's work, not of the clock, and with room for a slow machine: it is some 200.
    expect((user + system) / 1000).toBeLessThan(2000)
  })

  test.each([
    `${'*'.repeat(50_000)}a${'*'.repeat(50_000)}`,
    `${'['.repeat(40_000)}a${']'.repeat(40_000)}`,
    Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
  ])('depth ends nothing (%#)', (source) => expectSafe(source))
})

describe('what is not of the subset is shown about as typed', () => {
  test.each([
    ['<b>fett</b>', '<p>&lt;b>fett&lt;/b></p>'],
    ['`a < b`', '<p>`a &lt; b`</p>'],
    ['![Bild](https://example.org/x.png)', '<p>![Bild](https://example.org/x.png)</p>'],
    ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
    ['- a\n  - b', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
    ['• a\n• b', '<ul><li>a</li><li>b</li></ul>'],
    ['- a\n\n  b\n- c', '<ul><li><p>a</p><p>b</p></li><li>c</li></ul>'],
  ])('%j', (source, expected) => expect(htmlOf(source)).toBe(expected))
})

import { expect, test } from 'vitest'
import { cleanHtml, textOfForeignHtml } from './clean-html.ts'

test.each([
  ['<p onclick="x()">Hallo <b>du</b>', '<p>Hallo <strong>du</strong></p>'],
  [
    '<a href="javascript:x()">a</a> <a href="https://a.example/?b=1&c">b</a>',
    '<a>a</a> <a href="https://a.example/?b=1&amp;c" rel="nofollow noopener">b</a>',
  ],
  ['<scr<script>x()</script>ipt>alert(1)</script>', 'alert(1)'],
  ['<img src=x onerror=x()>1 < 2 & 3', '1 &lt; 2 &amp; 3'],
  ['<svg><p>a</p></svg>b', 'b'],
  ['<!-- a -->b<!-- c', 'b'],
  ['<xmp><img src=x onerror=x()></xmp>', '&lt;img src=x onerror=x()&gt;'],
  ['<a href="https:&#10;//a.example">a</a><a href="//a.example">b</a>', '<a>a</a><a>b</a>'],
])('%s', (source, clean) => {
  expect(cleanHtml(source)).toBe(clean)
})

test('nobody who writes a task can colour it: what is read is as clear as the page itself', () => {
  const coloured = [
    '<p style="color:#ddd;background:#fff">a</p>',
    '<p class="soft" color="red" bgcolor="#eee">a</p>',
    '<font color="#ccc"><p>a</p></font>',
    '<style>p { color: #eee }</style><p>a</p>',
    '<p><span style="color:yellow">a</span></p>',
    '<table bgcolor="#ff0"><tr><td style="color:#ff0">a</td></tr></table>',
  ]
  for (const source of coloured)
    expect(cleanHtml(source)).not.toMatch(/style|color|class|font|#[0-9a-f]{3}|yellow|red/i)
})

test('two million signs of openings that never end are read once, not once for each', () => {
  const openings = '<script'.repeat(300_000)
  expect(cleanHtml(openings)).toBe(openings.replaceAll('<', '&lt;'))
})

test('letters by name, as older editors write them, are letters', () => {
  expect(
    textOfForeignHtml(
      'Sch&ouml;ne Gr&uuml;&szlig;e, &Eacute;cole &ccedil;a, &Sigma;&omega;&sigmaf; &rarr; 3&thinsp;&le;&thinsp;4',
    ),
  ).toBe('Schöne Grüße, École ça, Σως → 3 ≤ 4')
  expect(textOfForeignHtml('&unheard; &amp;amp;')).toBe('&unheard; &amp;')
})

test('what is no tag stays text, whatever it looks like to a parser', () => {
  expect(cleanHtml('a<b, x<y und y>z, R&D &copy=1')).toBe('a&lt;b, x&lt;y und y&gt;z, R&amp;D &amp;copy=1')
})

test('paragraphs of any name end where the next begins', () => {
  expect(cleanHtml('<div>a<div>b</div></div><h2>c<p>d<ul><li>e<li>f</ul>')).toBe(
    '<p>a</p><p>b</p><p>c</p><p>d</p><ul><li>e</li><li>f</li></ul>',
  )
})

test('an accent behind a tag does not take its end away', () => {
  expect(cleanHtml('<p>e&#769;<strong>&#824;f</strong></p>')).toBe('<p>é<strong>f</strong></p>')
})

test.each([
  '<p>Was ist "2 &lt; 3" &amp; \'x\'?<br>{{g1}} \\(x^2\\)</p>',
  '<ul><li>a</li><li><strong>b</strong> <em>c</em><sub>2</sub></li></ul><pre>  d\n  e</pre>',
  '<table><caption>a</caption><thead><tr><th>b</th></tr></thead><tbody><tr><td>c</td></tr></tbody></table>',
  '<blockquote><p><span lang="en">a</span> <a href="https://a.example/?b=1&amp;c" rel="nofollow noopener">b</a></p></blockquote>',
])('clean markup stays as it is: %s', (clean) => {
  expect(cleanHtml(clean)).toBe(clean)
})

test('texts as long as they may be are cleaned in a moment, whatever they are made of', () => {
  const pieces = ['<b>', '<td>', '<p> ', '<b "', `<b '"'"`, '<', '&', '<img alt="', '<noscript></p>', '<!--']
  for (const piece of pieces) {
    const source = piece.repeat(20_000 / piece.length)
    const before = process.cpuUsage()
    const once = cleanHtml(source)
    const { user } = process.cpuUsage(before)
    expect(user / 1000, piece).toBeLessThan(1000)
    expect(cleanHtml(once), piece).toBe(once)
  }
})

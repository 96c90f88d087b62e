import { expect, test } from 'vitest'
import { cleanHtml, textOfHtml } from './rich-text.ts'

test.each([
  ['<p onclick="x()">Hallo <b>du</b>', '<p>Hallo <strong>du</strong></p>'],
  [
    '<a href="javascript:x()">a</a> <a href="https://a.example/?b=1&c">b</a>',
    '<a>a</a> <a href="https://a.example/?b=1&amp;c" rel="nofollow noopener">b</a>',
  ],
  ['<scr<script>x()</script>ipt>alert(1)</script>', 'alert(1)'],
  ['<img src=x onerror=x()>1 < 2 & 3', '1 &lt; 2 &amp; 3'],
  ['<svg><p>a</p></svg>b', 'b'],
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
    textOfHtml(
      'Sch&ouml;ne Gr&uuml;&szlig;e, &Eacute;cole &ccedil;a, &Sigma;&omega;&sigmaf; &rarr; 3&thinsp;&le;&thinsp;4',
    ),
  ).toBe('Schöne Grüße, École ça, Σως → 3 ≤ 4')
  expect(textOfHtml('&unheard; &amp;amp;')).toBe('&unheard; &amp;')
})

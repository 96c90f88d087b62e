import { expect, test } from 'vitest'
import { cleanHtml } from './rich-text.ts'

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

test('two million signs of openings that never end are read once, not once for each', () => {
  const openings = '<script'.repeat(300_000)
  expect(cleanHtml(openings)).toBe(openings.replaceAll('<', '&lt;'))
})

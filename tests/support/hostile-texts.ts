import naughty from 'big-list-of-naughty-strings/blns.json' with { type: 'json' }
import { nastyTexts } from './arbitrary.ts'

/** What gives an answer away that repeats its input as markup. */
export const mark = 'hostile-mark'

const markup = [
  `"><i ${mark}>`,
  `'><i ${mark}>`,
  `</script><i ${mark}>`,
  `'-alert(1)-'<i ${mark}>`,
  `--><i ${mark}>`,
  `</title><i ${mark}>`,
  `</textarea><i ${mark}>`,
  `]]><i ${mark}>`,
  `javascript:alert(1)//<i ${mark}>`,
  `<svg/onload=alert(1)><i ${mark}>`,
  `<a href="data:text/html,<i ${mark}>">x</a>`,
]

const unicode = [
  '\u202etxt.exe\u202c',
  '\u2066\u2067\u2068\u2069',
  '\u200b\u200c\u200d\u2060\ufeff',
  '👨🏿‍👩🏻‍👧🏽‍👦🏾 👩‍❤️‍💋‍👩 🏳️‍🌈 🇩🇪',
  '👩‍'.repeat(400),
  `e${'\u0301'.repeat(900)}`,
  'ｔｅｘｔ ⓣⓔⓧⓣ 𝕥𝕖𝕩𝕥 ᵗᵉˣᵗ',
  'ÅÅÅﬀﬃⅷ㎒½',
  '田中さんにあげて下さい 사회과학원 ثم نفس سقطت',
  '\u2028\u2029\u0085',
  '\ue000\u{f0000}\u{10ffff}',
  '\ufffe\uffff',
  '\ufdd0',
]

const control = [
  '\u0007\b\u000b\f\u001b\u007f',
  '\u001b[2J\u001b]0;owned\u0007\u001b[31m',
  'x\n{"level":60,"msg":"forged"}',
  'x\r\nBcc: everybody@evil.example\r\n\r\nbody',
  'x\r\nX-Evil: 1\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK',
  '\t\v\f  \u00a0\u3000',
]

const numbers = [
  '-1',
  '0',
  '00',
  '1.0',
  '1,5',
  '١٢٣',
  '1e3',
  '1_000',
  '2147483647',
  '2147483648',
  '-2147483649',
  '9223372036854775808',
  '1'.repeat(400),
  '0x10',
  '+1',
  '1/0',
]

const code = [
  `' union select null,null,version()--`,
  `1; select pg_sleep(10)--`,
  `\\x27 or 1=1`,
  'a:* & !b | (c <-> d)',
  `'a':*`,
  '$1 $$ $x$',
  `%(x)s {0} $${'{7*7}'} {{7*7}} <%= 7*7 %> #{7*7}`,
  '$(sleep 10) `sleep 10` | sleep 10; sleep 10',
  '*)(uid=*))(|(uid=*',
  '..\\..\\windows\\system32',
  '..%2f..%2f..%252fetc%252fpasswd',
  'file:///etc/passwd',
  'C:\\CON\\NUL',
  '/dev/null',
  '.htaccess',
  '{"__proto__":{"polluted":1}}',
  '[object Object]',
  'constructor.prototype.polluted',
  'toString',
  'hasOwnProperty',
  '=cmd|"/c calc"!A1',
  'http://[::ffff:127.0.0.1]/',
  '//evil.example/%2f..',
]

/** What makes bad regular expressions and parsers take their time: long, and almost what they look for. */
const slow = [
  '['.repeat(3000),
  '!['.repeat(1500),
  '*'.repeat(3000),
  '_a'.repeat(1500),
  '> '.repeat(1500),
  `${'`'.repeat(1499)} ${'`'.repeat(1500)}`,
  `${'[a]('.repeat(700)}`,
  `<${'a '.repeat(1500)}`,
  `&${'a'.repeat(2999)}`,
  `${'a@'.repeat(1500)}`,
  `a@${'a.'.repeat(1500)}`,
  `${' '.repeat(2999)}x`,
  `x${'\n'.repeat(2998)}x`,
  `${'-'.repeat(2999)}x`,
  `${'1.'.repeat(1500)}`,
  `${'ä ß '.repeat(700)}`,
  `"${'\\"'.repeat(1400)}`,
  `${'|'.repeat(1500)}\n${'-|'.repeat(700)}`,
  `http://${'a'.repeat(2990)}`,
]

/** Each is well-formed, because only that can be sent as UTF-8, and short enough for any address and form. */
export const hostileTexts: readonly string[] = [
  ...new Set(
    [...nastyTexts, ...markup, ...unicode, ...control, ...numbers, ...code, ...slow].map((text) =>
      text.toWellFormed().slice(0, 3000),
    ),
  ),
]

/** The big list of naughty strings of others, whole. */
export const naughtyStrings: readonly string[] = naughty.map((text) => text.toWellFormed())

/** Every `step`th of the list, from another one on for each `turn`: all of them once `step` turns are over. */
export function someNaughty(turn: number, step: number): readonly string[] {
  return naughtyStrings.filter((_text, at) => at % step === turn % step)
}

/** The same as long as the longest field takes them, for fields of many lines. */
export const longTexts: readonly string[] = [
  '_*',
  '*_',
  '[a](',
  '**a',
  '[*',
  '> ',
  '\n- ',
  '\n1. ',
  '\\',
  'a@',
  '&',
  ' ',
].map((pattern) => `x${pattern.repeat(Math.ceil(40_000 / pattern.length))}`.slice(0, 39_990))

/** Values of every type that JSON knows, and some that only look like the right one. */
export const wrongTypes: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  '',
  '1',
  [],
  [[]],
  [null],
  ['x', 'y'],
  {},
  { $gt: '' },
  { toString: 1, valueOf: 1 },
  { length: 1e9 },
]

/** Bytes in an address or a form that are no UTF-8 or no percent-encoding. */
export const brokenEncodings: readonly string[] = [
  '%',
  '%f',
  '%zz',
  '%ff%fe',
  '%c0%ae%c0%ae%c0%af',
  '%ed%a0%80',
  '%f4%90%80%80',
  '%00',
  '%0d%0aX-Evil:%201',
  '%u0041',
  '+%2b+',
]

/** Whether the mark became an element: inside a quoted value it is only text. */
export function isMarkup(html: string): boolean {
  return html.includes(mark) && html.replaceAll(/="[^"]*"/g, '=""').includes(`<i ${mark}`)
}

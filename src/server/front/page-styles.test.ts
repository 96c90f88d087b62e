import { expect, test } from 'vitest'
import { createPageStyles, parseSheet } from './page-styles.ts'

const sheet =
  '@layer reset,base;@layer base{body{margin:0}.card{color:red}.card .price{color:blue}.card:not(.card--old){top:0}' +
  '.menu:hover{color:green}.menu{top:1px}@media (width>=40rem){.card{color:black}.wide{left:0}}@media print{.card{top:2px}}' +
  '.a::before{content:"}{"}}@font-face{font-family:X;src:url(/_astro/x-latin.1.woff2)}' +
  '@font-face{font-family:X;src:url(/_astro/x-greek.1.woff2)}@view-transition{navigation:auto}'

const page = (classes: string) => `<body><p class="${classes}">text</p></body>`

test('a page carries the rules of its own classes, and those that need none', () => {
  const css = createPageStyles(sheet).forPage('home', page('card'), ['latin'])
  expect(css).toContain('@layer reset,base;')
  expect(css).toContain('body{margin:0}')
  expect(css).toContain('.card{color:red}')
  expect(css).toContain('.card:not(.card--old){top:0}')
  expect(css).toContain('@media (width>=40rem){.card{color:black}}')
  expect(css).toContain('@view-transition{navigation:auto}')
  for (const other of ['.price', '.wide', '.menu', 'print', '.a::before', 'greek'])
    expect(css).not.toContain(other)
  expect(css).toContain('x-latin')
})

test('what a pointer changes waits for the sheet', () => {
  const css = createPageStyles(sheet).forPage('home', page('menu'), ['latin'])
  expect(css).toContain('.menu{top:1px}')
  expect(css).not.toContain('hover')
})

test('pages of one kind share what was found before, other kinds do not', () => {
  const styles = createPageStyles(sheet)
  styles.forPage('home', page('card'), ['latin'])
  expect(styles.forPage('home', page('wide'), ['latin'])).toContain('.card{color:red}')
  expect(styles.forPage('search', page('wide'), ['latin'])).not.toContain('.card{color:red}')
})

test('a page in Greek carries both scripts', () => {
  expect(createPageStyles(sheet).forPage('home', page('card'), ['latin', 'greek'])).toContain('x-greek')
})

test('braces in strings end nothing; an open brace is an error', () => {
  expect(createPageStyles(sheet).forPage('k', page('a'), [])).toContain('.a::before{content:"}{"}')
  expect(() => parseSheet('.a{color:red')).toThrow()
})

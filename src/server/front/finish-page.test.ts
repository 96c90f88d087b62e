import { hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createPageFinish } from './finish-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'aularium-finish-'))
mkdirSync(join(folder, '_astro'))
writeFileSync(join(folder, '_astro/style.A1.css'), '.card{color:red}.other{color:blue}')
afterAll(() => rmSync(folder, { recursive: true }))

const html = Buffer.from(
  '<html><head><link rel="preload" href="/_astro/f.woff2" as="font" type="font/woff2" crossorigin="anonymous">' +
    '<link rel="stylesheet" href="/_astro/style.A1.css"></head><body><img class="card" src="/i/1" srcset="/i/1 1w, /i/2 2w" sizes="44vw" fetchpriority="high"></body></html>',
)
const page = { kind: 'home', lang: 'de', contentPolicy: "script-src 'self'; style-src 'self' 'sha256-x';" }

test('a page gets its styles, allowed by their hash and by nothing wider', () => {
  const { body, contentPolicy } = createPageFinish(folder).finish(html, page)
  const text = body.toString()
  const css = /<style>(.*?)<\/style>/.exec(text)?.[1] ?? ''
  expect(css).toBe('.card{color:red}')
  expect(contentPolicy).toBe(`script-src 'self'; style-src 'self' 'sha256-${hash('sha256', css, 'base64')}';`)
  expect(text).toContain(
    '<noscript data-later="/_astro/style.A1.css"><link rel="stylesheet" href="/_astro/style.A1.css"></noscript>',
  )
  // Without the noscript element no sheet holds the first paint.
  expect(text.replace(/<noscript.*<\/noscript>/, '')).not.toContain('rel="stylesheet"')
})

test('the biggest picture is asked for from the head, in the sizes the page names, and in the links', () => {
  const finish = createPageFinish(folder)
  const { body, links } = finish.finish(html, page)
  expect(body.toString()).toContain(
    '<link rel="preload" as="image" href="/i/1" imagesrcset="/i/1 1w, /i/2 2w" imagesizes="44vw" fetchpriority="high">',
  )
  expect(links).toEqual([
    '</_astro/f.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin',
    '</i/1>; rel=preload; as=image; imagesrcset="/i/1 1w, /i/2 2w"; imagesizes="44vw"; fetchpriority=high',
  ])
  expect(finish.linksOf('home de')).toEqual([links[0]])
  expect(finish.linksOf('search de')).toEqual([])
})

test('what wakes islands comes with the script of every page, and then no inline script is allowed', () => {
  const runtime = '<script>(()=>{customElements.define("astro-island",f)})();</script>'
  const contentPolicy = "script-src 'self' 'sha256-a+/=' 'sha256-b='; style-src 'self';"
  const finished = (more: string) =>
    createPageFinish(folder).finish(Buffer.from(html.toString().replace('</body>', `${more}</body>`)), {
      ...page,
      contentPolicy,
    })
  const without = finished(runtime)
  expect(without.body.toString()).not.toContain('<script>')
  expect(without.contentPolicy).toMatch(/^script-src 'self';/)
  const other = finished(`${runtime}<script>other()</script>`)
  expect(other.body.toString()).toContain('<script>other()</script>')
  expect(other.body.toString()).not.toContain('astro-island')
  expect(other.contentPolicy).toContain("script-src 'self' 'sha256-a+/=' 'sha256-b=';")
})

test('what the scripts of a page import is asked for with them, once', () => {
  writeFileSync(
    join(folder, '_astro/a.B2.js'),
    'import{a as e}from"./c.D4.js";import"./d.E5.js";import(`./later.F6.js`)',
  )
  writeFileSync(join(folder, '_astro/b.C3.js'), 'import{t}from"./c.D4.js";t()')
  const scripts = ['a.B2', 'b.C3'].map((name) => `<script type="module" src="/_astro/${name}.js"></script>`)
  const { body } = createPageFinish(folder).finish(
    Buffer.from(html.toString().replace('</body>', `${scripts.join('')}</body>`)),
    page,
  )
  const [head = ''] = body.toString().split('</head>')
  const asked = [...head.matchAll(/<script type="module" src="([^"]+)"><\/script>/g)]
  expect(asked.map(([, address]) => address)).toEqual(['/_astro/c.D4.js', '/_astro/d.E5.js'])
  expect(body.toString()).toContain('src="/_astro/a.B2.js"')
  writeFileSync(join(folder, '_astro/a.B2.js'), 'import"./c.D4.js";\n')
  const { body: less } = createPageFinish(folder).finish(
    Buffer.from(html.toString().replace('</body>', `${scripts[0]}</body>`)),
    page,
  )
  expect([...less.toString().matchAll(/src="(\/_astro[^"]+\.js)"/g)].map(([, address]) => address)).toEqual([
    '/_astro/c.D4.js',
  ])
})

test('a page without the sheet stays as it is', () => {
  const bare = Buffer.from('<title>x</title>')
  expect(createPageFinish(folder).finish(bare, page)).toEqual({
    body: bare,
    contentPolicy: page.contentPolicy,
    links: [],
  })
})

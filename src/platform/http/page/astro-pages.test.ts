import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { loadPages } from './astro-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'aularium-pages-'))

/** An entry as @astrojs/node builds it: it listens in the whole process when it is loaded. */
function entry(name: string): () => Promise<unknown> {
  const file = join(folder, name)
  writeFileSync(
    file,
    `process.on('unhandledRejection', () => {})
    export async function handler(request, response, next, locals) {
      if (next !== undefined) throw new Error('a next handler would take the 404 page away')
      response.writeHead(request.url === '/404' ? 404 : 200, {
        'Content-Type': 'text/html', 'Cache-Tag': 'a,b', 'Set-Cookie': ['a=1', 'b=2'],
      })
      response.write('<p>' + request.url + ' ')
      response.end(request.headers.host + ' ' + locals.who + ' äω')
    }`,
  )
  return () => import(/* @vite-ignore */ pathToFileURL(file).href)
}

test('a page is asked for by its internal path, with locals, and comes back as a response', async () => {
  const renderPage = await loadPages(entry('a.mjs'), 'https://main.example:8443')
  const page = await renderPage('/de/material/17/brüche?a=1', { who: 'anna' })
  expect(page.status).toBe(200)
  expect(page.headers.get('cache-tag')).toBe('a,b')
  expect(page.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(new TextDecoder().decode(await page.bytes())).toContain('main.example:8443 anna äω')
  expect((await renderPage('/404', {})).status).toBe(404)
})

test('no listener of the adapter stays: a rejection nobody handles ends the process, as without Astro', async () => {
  const before = process.listeners('unhandledRejection')
  await loadPages(entry('b.mjs'), 'https://main.example')
  expect(process.listeners('unhandledRejection')).toEqual(before)
})

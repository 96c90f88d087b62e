import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keptDigests } from './kept-digests.ts'

const path = `${process.cwd()}/node_modules/astro/dist/core/encryption.js`

test('Astro’s digests are the same as ever, and made once', async () => {
  const code = keptDigests().transform(readFileSync(path, 'utf8'), path) ?? ''
  const body = code.slice(code.indexOf('const keptDigests'), code.indexOf('export {'))
  let made = 0
  const fresh = body.slice(body.indexOf('async function freshCspDigest'))
  const kept = body.slice(0, body.indexOf('async function freshCspDigest'))
  expect(fresh).toContain('crypto.subtle.digest')
  const digestOf = new Function('freshCspDigest', `${kept}\nreturn generateCspDigest`)(
    async (data: string, algorithm: string) => `${algorithm} ${data} ${++made}`,
  )
  expect(await digestOf('a', 'SHA-256')).toBe('SHA-256 a 1')
  expect(await digestOf('b', 'SHA-256')).toBe('SHA-256 b 2')
  expect(await digestOf('a', 'SHA-256')).toBe('SHA-256 a 1')
})

test('other modules are left alone; a renamed function is noticed', () => {
  expect(keptDigests().transform('x', '/astro/dist/core/app.js')).toBeUndefined()
  expect(() => keptDigests().transform('x', path)).toThrow('generateCspDigest')
})

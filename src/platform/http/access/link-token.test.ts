import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { type LinkPurpose, linkToken, readLinkToken } from './link-token.ts'

const env = { secret: 'a secret for tests only, longer than thirty-two' }
const link: LinkPurpose = { purpose: 'rate', world: 'de' }
const token = linkToken(env, { ...link, id: 4711, days: 30 })

const read = (text: string, of: LinkPurpose = link, by = env) => readLinkToken(by, of, text)

describe('links of mails', () => {
  test('stand for their number, again and again, and fit into an address', () => {
    expect([read(token), read(token)]).toEqual([4711, 4711])
    expect(token).toMatch(/^[\w.-]{1,80}$/)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
        expect(read(linkToken(env, { ...link, id, days: 1 }))).toBe(id)
      }),
    )
  })

  test('open nothing else: another purpose, another world, another app', () => {
    expect(() => read(token, { purpose: 'recommendation', world: 'de' })).toThrow('link_expired')
    expect(() => read(token, { purpose: 'unsubscribe:ratings', world: 'de' })).toThrow('link_expired')
    expect(() => read(token, { purpose: 'rate', world: 'es' })).toThrow('link_expired')
    expect(() => read(token, link, { secret: 'another secret, longer than thirty-two too' })).toThrow(
      'link_expired',
    )
  })

  test('end', () => {
    vi.useFakeTimers({ now: Date.now() + 31 * 86_400_000 })
    expect(() => read(token)).toThrow('link_expired')
    vi.useRealTimers()
  })

  test('bear no change, wherever it is', () => {
    for (let at = 0; at < token.length; at += 1) {
      for (const sign of ['a', 'B', '1', '.', '-', '%']) {
        const changed = token.slice(0, at) + sign + token.slice(at + 1)
        if (changed !== token) expect(() => read(changed)).toThrow('link_expired')
      }
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => read(text)).toThrow('link_expired')
      }),
    )
  })
})

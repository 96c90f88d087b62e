import { describe, expect, test } from 'vitest'
import { features } from '#features'
import { readSources } from './sources.ts'

/*
 * What a change drops is said by its event, and by nothing beside it: a cache drop that is paired with a change by hand is
 * forgotten where the change is made a second time. What the database says by itself is asked in tests/api/tag-notices.test.ts.
 */

const sources = readSources()
const linesWith = (what: RegExp) =>
  sources.filter(({ path, code }) => path.startsWith('src/') && what.test(code)).map(({ path }) => path)

describe('cached pages', () => {
  test('are dropped by events, and by the notices of events of other processes', () => {
    const droppers = linesWith(/\b(pageCache|cache)\.(expire|expireAll|withdraw|clear)\(/)
    expect(droppers).toEqual(['src/platform/events/events.ts', 'src/platform/http/cache/invalidation.ts'])
  })

  test('are announced by events alone', () => {
    expect(linesWith(/\bannounceTags\(/)).toEqual([
      'src/platform/events/events.ts',
      'src/platform/events/tags.ts',
    ])
    expect(linesWith(/pg_notify\('cache_tags'/)).toEqual(['src/platform/events/tags.ts'])
  })

  test('each event with tags is in the manifest of its feature', () => {
    const listed = new Set(features.flatMap(({ events = [] }) => events.map(({ name }) => name)))
    const declared = sources
      .filter(({ path }) => /\/server\/events\.ts$/.test(path))
      .flatMap(({ code }) => [...code.matchAll(/\(\s*'([a-z-]+\.[a-z-]+)'/g)].map(([, name]) => name ?? ''))
    expect(declared.length).toBeGreaterThan(40)
    expect(declared.filter((name) => !listed.has(name))).toEqual([])
  })
})

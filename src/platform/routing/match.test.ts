import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchAddress } from './match.ts'
import { parsePattern } from './pattern.ts'
import { routes } from './routes.ts'
import { localizedPath } from './url.ts'
import { liveWorlds, worlds } from './worlds.ts'

const inWorlds = routes.filter((row) => row.name !== 'root-landing')
const liveCodes = liveWorlds().map(({ world }) => world)
const sample: Record<string, string> = {
  id: '17',
  materialId: '42',
  unitId: '42',
  roomId: '42',
  courseId: '42',
  runId: '42',
  documentId: '42',
  tool: 'word-search',
  key: 'p7kq2m',
  slug: 'brueche-kuerzen',
  tab: 'following',
  kind: 'magazine',
  registrationToken: 'AbC-123_x',
  confirmationToken: 'AbC-123_x',
  token: '1f.t4x2.AbC-123_x',
  partition: 'saved-searches',
  code: '0f3a9bc2d1e4',
  school: 'grundschule',
  document: 'terms',
}

function resolve(address: string, search = ''): string {
  const match = matchAddress(address, search)
  if (match.kind === 'page') return `page ${match.world} ${match.route.name} ${match.internalPath}`
  return match.kind === 'redirect' ? `301 ${match.location}` : `404 ${match.world ?? ''}`.trim()
}

function expectOneHop(location: string): void {
  const [path = ''] = location.split('?')
  expect(location).toMatch(/^\/(?!\/)[\x21-\x7e]*$/)
  expect(matchAddress(path).kind).toBe('page')
}

describe('addresses', () => {
  test.each([
    ['/', 'page en root-landing /'],
    ['/de', 'page de home /de'],
    ['/de/suchergebnisse', 'page de search /de/search-results'],
    ['/de/material/17/abc', 'page de material /de/material/17/abc'],
    ['/de/material/17', 'page de material /de/material/17/-'],
    ['/gr/yliko/17/abc', 'page gr material /gr/material/17/abc'],
    ['/de/autor/5/anna', 'page de author /de/author-prefix/5/anna'],
    ['/en/author/5/anna', 'page en author /en/author-prefix/5/anna'],
    ['/it/account/vendite/modifica/7', 'page it edit-material /it/account/sales/edit/7'],
    ['/fr/inscription/confirmer/AbC', 'page fr register-confirm /fr/register/confirm/AbC'],
    ['/en/author-prefix/5/anna', '301 /en/author/5/anna'],
    ['/it/material/1/x', '301 /it/materiale/1/x'],
    ['/de/warenkorb/', '301 /de/warenkorb'],
    ['/DE//Shopping-Cart/', '301 /de/warenkorb'],
    ['/fr/konto/gekaufte-materialien', '301 /fr/compte/mes-achats'],
    ['/de/material/17/ABC', '301 /de/material/17/abc'],
    ['/de/material/17/%C3%84', '301 /de/material/17/%C3%A4'],
    ['/de/material/17/ä', '301 /de/material/17/%C3%A4'],
    ['/de/material/17/%C3%A4', 'page de material /de/material/17/-'],
    ['/de/konto/favoriten', '301 /de/merkliste'],
    ['/it/account/preferiti', '301 /it/preferiti'],
    ['/en/account/favorites', '301 /en/favorites'],
    ['/%64e', '301 /de'],
    ['//', '301 /'],
    ['/bg', '404'],
    ['/el', '404'],
    ['/xx/material/1/id', '404'],
    ['/xx/id/5/anna', '404'],
    ['/de/nix', '404 de'],
    ['/de/konto/bought-materials', '404 de'],
    ['/de/material', '404 de'],
    ['/de/material/0', '404 de'],
    ['/de/material/017', '404 de'],
    ['/de/material/-1', '404 de'],
    ['/de/material/1e3', '404 de'],
    ['/de/material/12345678901234567', '404 de'],
    ['/de/material/1/a/b', '404 de'],
    ['/de/material/1/..', '404 de'],
    ['/de/material/1/%2e%2e', '404 de'],
    ['/de/material/1/a%2fb', '404 de'],
    ['/de/material/1/%5c', '404 de'],
    ['/de/material/1/%00', '404 de'],
    ['/de/material/1/%E0%A4', '404 de'],
    ['/de/material/1/a;b', '404 de'],
    ['/de/material/1/a?b', '404 de'],
    ['//evil.com', '404'],
    ['/\\evil.com', '404'],
    ['//evil.com/%2f..', '404'],
    ['', '404'],
    ['*', '404'],
    ['de', '404'],
    [`/de/material/1/${'a'.repeat(5000)}`, '404'],
  ])('%s -> %s', (address, expected) => {
    expect(resolve(address)).toBe(expected)
  })

  test('a redirect keeps the query and writes it in ASCII', () => {
    expect(resolve('/de/shopping-cart/', '?a=ü b&x=1')).toBe('301 /de/warenkorb?a=%C3%BC%20b&x=1')
    expect(resolve('/de/', '?x=\r\nSet-Cookie: a')).toBe('301 /de?x=%0D%0ASet-Cookie:%20a')
  })

  test('an omitted slug is absent from the parameters', () => {
    expect(matchAddress('/de/material/17')).toMatchObject({ params: { id: '17' } })
    expect(matchAddress('/de/material/17/x')).toMatchObject({ params: { id: '17', slug: 'x' } })
  })
})

describe('the table', () => {
  test.each(liveCodes)('no two routes of %s have the same shape', (world) => {
    const shapes = inWorlds.map((row) => row.words[world].replace(/\{\w+\??\}/g, '{}'))
    expect(new Set(shapes).size).toBe(shapes.length)
  })

  test.each(routes)('$name has the same parameters in every world', (row) => {
    const names = (pattern: string) =>
      parsePattern(pattern).flatMap((part) =>
        part.kind === 'param' ? [`${part.name} ${part.optional}`] : [],
      )
    for (const world of liveCodes) {
      expect(names(row.words[world])).toEqual(names(row.pattern))
      expect(row.words[world]).toMatch(/^(?:(?:[a-z0-9-]+|\{\w+\??\})(?:\/(?!$)|$))*$/)
    }
  })

  test('no path word is a world code, and ids and names are unique', () => {
    const codes = new Set<string>(worlds.map(({ world }) => world))
    // The specification's own word for profiles; Indonesia's world is never the second part of an address.
    codes.delete('id')
    const words = inWorlds.flatMap((row) => liveCodes.map((world) => row.words[world].split('/')[0] ?? ''))
    expect(words.filter((word) => codes.has(word))).toEqual([])
    expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length)
    expect(new Set(routes.map(({ page }) => page)).size).toBe(routes.length)
  })

  test.each(routes)('$name obeys the indexing rules', (row) => {
    // The owner's table lets links of the list of courses be followed; it may be public once.
    if (row.name === 'interactive-courses') {
      expect(row).toMatchObject({ robots: 'noindex,follow', cache: false, canonical: 'self' })
    } else if (row.access !== 'public') {
      expect(row).toMatchObject({ robots: 'noindex,nofollow', cache: false, canonical: 'none' })
    }
    if (row.robots !== 'index,follow') expect(row).toMatchObject({ sitemap: false, hreflang: false })
    if (row.traits.includes('token')) {
      expect(row.cache).toBe(false)
      expect(row.traits).toContain('no-session-check')
    }
    expect(row.queryParams).toEqual([...row.queryParams].sort())
  })
})

describe('round trips', () => {
  test.each(inWorlds)('$name: address -> route -> address in every world', (row) => {
    for (const world of liveCodes) {
      const path = localizedPath(row.name, world, sample)
      const match = matchAddress(path)
      expect(match).toMatchObject({ kind: 'page', world, route: { name: row.name } })
      if (match.kind === 'page') expect(localizedPath(row.name, world, match.params)).toBe(path)
      expect(resolve(path.replace(`/${world}`, `/${world.toUpperCase()}/`))).toBe(`301 ${path}`)
    }
  })

  test.each(inWorlds)('$name: another world’s words lead here in one hop', (row) => {
    for (const from of liveCodes) {
      for (const to of liveCodes) {
        const foreign = localizedPath(row.name, from, sample).replace(`/${from}`, `/${to}`)
        const match = matchAddress(foreign)
        expect(match.kind).not.toBe('notFound')
        if (match.kind === 'redirect') expect(match.location).toBe(localizedPath(row.name, to, sample))
      }
    }
  })
})

describe('any input', () => {
  const words = [...new Set(routes.flatMap((row) => [row.pattern, ...Object.values(row.words)]))].flatMap(
    (text) => text.split('/'),
  )
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...liveCodes, ...words, '1', '17', '', '..', '.') },
    fc.constantFrom('%2f', '%5C', '%00', '%', '%e0%a4', '%C3%84', 'ä', 'İ', 'ΑΣ', '\\', ';', '@', 'X', '%25'),
    fc.string({ unit: 'binary', maxLength: 6 }),
  )
  const address = fc.array(piece, { maxLength: 6 }).map((pieces) => `/${pieces.join('/')}`)

  test('never throws, and redirects once, to a page of this site', () => {
    fc.assert(
      fc.property(address, fc.string({ unit: 'binary', maxLength: 8 }), (path, search) => {
        const match = matchAddress(path, search && `?${search}`)
        if (match.kind === 'redirect') expectOneHop(match.location)
        if (match.kind === 'page') expect(match.internalPath).toMatch(/^\/[\w/.~-]*$/)
      }),
      { numRuns: 5000 },
    )
  })

  test('raw text of any kind', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (path) => {
        const match = matchAddress(path)
        if (match.kind === 'redirect') expectOneHop(match.location)
      }),
    )
  })
})

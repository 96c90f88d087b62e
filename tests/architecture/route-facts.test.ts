import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type RouteName, routeOf, routes } from '../../src/platform/routing/routes.ts'
import { root } from './sources.ts'

/*
 * The owner's table of addresses (tests/fixtures/routes.csv) is the judge: every row of it that is built answers at its
 * own words with its own robots, canonical and sitemap group.
 */

interface Fact {
  route_id: string
  group: string
  indexing: string
  canonical: string
  in_sitemap: string
  words: Record<'de' | 'es' | 'fr' | 'gr' | 'it', string>
}

const facts = readFacts()
const built = new Set<string>(routes.map(({ name }) => name))

/** Groups whose every row must be there; the products behind the others are built one after the other. */
const completeGroups = ['public', 'info']

test('the table was read', () => expect(facts.length).toBeGreaterThanOrEqual(100))

test('every public address is built', () => {
  const missing = facts
    .filter(({ group }) => completeGroups.includes(group))
    .map(({ route_id }) => route_id)
    .filter((name) => !built.has(name))
  expect(missing).toEqual([])
})

describe('what is built is what the table says', () => {
  test.each(facts.filter(({ route_id }) => built.has(route_id)))('$route_id', (fact) => {
    const row = routeOf(fact.route_id as RouteName)
    for (const [world, words] of Object.entries(fact.words)) {
      const own = row.words[world as keyof Fact['words']].replaceAll('?}', '}')
      expect([world, own]).toEqual([world, words.startsWith('(') ? '' : words.replaceAll('?}', '}')])
    }
    expect(row.robots).toBe(fact.indexing)
    // A listing with further pages may give each its own canonical address where the table says only "self".
    const rule = canonicalRule(fact.canonical)
    const isPaged = (row.queryParams as readonly string[]).includes('page')
    expect(rule === 'self' && isPaged ? ['self', 'self-paged'] : [rule]).toContain(row.canonical)
    expect(row.sitemap).toBe(sitemapGroup(fact.in_sitemap))
  })
})

function canonicalRule(text: string): string {
  if (text.startsWith('none') || text.startsWith('301') || text.startsWith('302')) return 'none'
  if (text.includes('?query')) return 'self-query'
  return text.includes('?page') ? 'self-paged' : 'self'
}

function sitemapGroup(text: string): string | false {
  return text === 'no' ? false : (/^[a-z]+/.exec(text)?.[0] ?? text)
}

function readFacts(): Fact[] {
  const [head = '', ...lines] = readFileSync(join(root, 'tests/fixtures/routes.csv'), 'utf8')
    .trim()
    .split('\n')
  const names = cells(head)
  return lines.map((line) => {
    const row = Object.fromEntries(cells(line).map((value, index) => [names[index], value]))
    const { route_id = '', group = '', indexing = '', canonical = '', in_sitemap = '' } = row
    const { de = '', es = '', fr = '', gr = '', it = '' } = row
    return { route_id, group, indexing, canonical, in_sitemap, words: { de, es, fr, gr, it } }
  })
}

/** One line of comma-separated values; a value with a comma stands in quotation marks. */
function cells(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

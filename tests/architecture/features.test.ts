import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { features } from '#features'
import { featureOf, partOf } from './layout.ts'
import { readSources, root } from './sources.ts'

/*
 * A feature uses those before it in `src/features.ts`, by their face, and owns its tables. Each rule is shown to find what breaks
 * it, so that none of them holds only because it looks at nothing.
 */

const sources = readSources()
const order = features.map(({ name }) => name)

/** What runs on the server and belongs to a feature, or may use one. */
const isServer = (path: string) =>
  ['server', 'manifest', 'loaders', 'list', 'demo'].includes(partOf(path) ?? '')

interface Step {
  from: string
  to: string
  isTypeOnly: boolean
}

const steps: readonly Step[] = sources
  .flatMap(({ path, imports }) =>
    imports.flatMap(({ target, isTypeOnly }) =>
      target !== undefined && isServer(path) && isServer(target) && featureOf(target) !== featureOf(path)
        ? [{ from: path, to: target, isTypeOnly }]
        : [],
    ),
  )
  .filter(({ to }) => featureOf(to) !== undefined)

/** A feature that uses one behind it: with none upwards there is no circle of their folders either. */
function isUpwards({ from, to }: Step): boolean {
  const user = featureOf(from)
  return (
    user !== undefined && featureOf(to) !== user && order.indexOf(featureOf(to) ?? '') >= order.indexOf(user)
  )
}

/** The list of features, and what runs beside them: they know a manifest, a job, what is sealed. */
const mayLookInside = /^src\/(features\.ts|demo\/.*)$/
/** What one feature shows another: what it does, what it tells, and the words for both, which hold no work. */
const face = /\/server\/(service|events|types)\.ts$/

function passesByFace({ from, to, isTypeOnly }: Step): boolean {
  if (mayLookInside.test(from) || face.test(to)) return false
  return featureOf(from) !== undefined || !isTypeOnly || from.startsWith('src/loaders/')
}

const shown = ({ from, to }: Step) => `${from} -> ${to}`

describe('features', () => {
  test('are the folders of the list, by the same names', () => {
    const manifests = sources.filter(({ path }) => partOf(path) === 'manifest')
    expect(manifests.map(({ path }) => featureOf(path)).sort()).toEqual([...order].sort())
  })

  test('use only features before them', () => {
    expect(steps.filter(isUpwards).map(shown)).toEqual([])
  })

  test('are asked by their face, and nothing passes it by', () => {
    expect(steps.filter(passesByFace).map(shown)).toEqual([])
  })

  test('hear only events of features before them, or their own', () => {
    const teller = new Map(
      features.flatMap(({ name, events = [] }) => events.map((each) => [each.name, name] as const)),
    )
    const wrong = features.flatMap(({ name, on = [] }) =>
      on.flatMap(({ event }) => {
        const at = order.indexOf(teller.get(event) ?? '')
        return at < 0 || at > order.indexOf(name) ? [`${name} hears ${event}`] : []
      }),
    )
    expect(wrong).toEqual([])
  })

  test('are unknown to the context, the gateways, the database and what API and forms share', () => {
    const parts = steps.filter(
      ({ from }) => from.startsWith('src/platform/') && featureOf(from) === undefined,
    )
    // The composition root puts the product together.
    expect(parts.filter(({ from }) => !/^src\/platform\/(start|build)\//.test(from)).map(shown)).toEqual([])
  })
})

const roomsOfFolders = ['src/platform', 'src/platform/gateways', 'src/platform/http']

/** Where only what runs counts: rules are written for the contract's types, and the contract checks by the rules. */
const typesMeet = ['src/platform', 'src/platform/http']

describe('folders, and files beside them,', () => {
  test.each(roomsOfFolders)('below %s do not use each other in circles', (room) => {
    const depth = room.split('/').length
    const nameOf = (path: string) => (path.startsWith(`${room}/`) ? path.split('/')[depth] : undefined)
    const arrows = sources.flatMap(({ path, imports }) =>
      imports.flatMap(({ target = '', isTypeOnly }): Arrow[] => {
        const [from, to] = [nameOf(path), nameOf(target)]
        const isCounted = !isTypeOnly || !typesMeet.includes(room)
        return from && to && from !== to && isCounted ? [[from, to]] : []
      }),
    )
    expect(arrows.length).toBeGreaterThan(0)
    expect(circling(arrows)).toEqual([])
  })
})

type Arrow = readonly [from: string, to: string]

/** Folders that are in a circle or lead into one: what is left when those that use nobody else are taken away, again and again. */
function circling(arrows: readonly Arrow[]): string[] {
  const rest = arrows.filter(([, to]) => arrows.some(([from]) => from === to))
  if (rest.length < arrows.length) return circling(rest)
  return [...new Set(rest.map(([from]) => from))].sort()
}

describe('what breaks a rule is found', () => {
  const at = (path: string) => `src/shop/area/${path.replace('/', '/server/')}`

  const step = (from: string, to: string, isTypeOnly = false): Step => ({
    from: from.startsWith('features/') ? at(from.slice('features/'.length)) : `src/${from}`,
    to: at(to),
    isTypeOnly,
  })

  test('a feature that uses a later one, if only by a type', () => {
    expect(isUpwards(step('features/cart/service.ts', 'orders/service.ts'))).toBe(true)
    expect(isUpwards(step('features/cart/service.ts', 'orders/types.ts', true))).toBe(true)
    expect(isUpwards(step('features/orders/service.ts', 'cart/service.ts'))).toBe(false)
  })

  test('an import that passes by service.ts', () => {
    expect(passesByFace(step('features/orders/service.ts', 'cart/merging.ts'))).toBe(true)
    expect(passesByFace(step('features/orders/service.ts', 'cart/queries.ts', true))).toBe(true)
    expect(passesByFace(step('loaders/cart.ts', 'cart/merging.ts'))).toBe(true)
    expect(passesByFace(step('loaders/cart.ts', 'cart/service.ts'))).toBe(false)
  })

  test('folders that use each other, if only by a third', () => {
    expect(
      circling([
        ['http', 'db'],
        ['features', 'http'],
        ['db', 'features'],
        ['demo', 'cast'],
      ]),
    ).toEqual(['db', 'features', 'http'])
    expect(
      circling([
        ['features', 'http'],
        ['features', 'db'],
        ['http', 'db'],
      ]),
    ).toEqual([])
  })

  test('a table that nobody owns, and one with two owners', () => {
    const owned = [{ tables: ['cart'] }, { tables: ['cart', 'gone'] }]
    expect(disowned(['cart', 'loose'], owned)).toEqual([
      'loose: 0 owners',
      'cart: 2 owners',
      'gone: no such table',
    ])
  })
})

/** Tables no feature uses: what was done already, and answers that are given again. */
const platformTables = ['idempotency_key']

test('each table belongs to one feature', () => {
  const names = tablesOfMigrations().filter((name) => !platformTables.includes(name))
  expect(names.length).toBeGreaterThan(100)
  expect(disowned(names, features)).toEqual([])
})

function disowned(names: readonly string[], owners: readonly { tables?: readonly string[] }[]): string[] {
  const owned = owners.flatMap(({ tables = [] }) => tables)
  const countOf = (name: string) => owned.filter((each) => each === name).length
  return [
    ...names.filter((name) => countOf(name) === 0).map((name) => `${name}: 0 owners`),
    ...names.filter((name) => countOf(name) > 1).map((name) => `${name}: ${countOf(name)} owners`),
    ...[...new Set(owned)].filter((name) => !names.includes(name)).map((name) => `${name}: no such table`),
  ]
}

/** The tables that stand when all migrations have run. */
function tablesOfMigrations(): string[] {
  const folder = join(root, 'src/platform/db/migrations')
  const names = new Set<string>()
  const change =
    /^\s*(?:(create(?: unlogged)?) table(?: if not exists)?|(drop) table(?: if exists)?|alter table(?: if exists)? (\w+) rename to) (\w+)/gim
  for (const file of readdirSync(folder).sort()) {
    for (const [, made, dropped, former, name = ''] of readFileSync(join(folder, file), 'utf8').matchAll(
      change,
    )) {
      if (dropped || former) names.delete(former ?? name)
      if (made || former) names.add(name)
    }
  }
  return [...names].sort()
}

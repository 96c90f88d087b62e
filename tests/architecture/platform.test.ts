import ts from 'typescript'
import { expect, test } from 'vitest'
import { cookies, features, states, tokens } from '#features'
import { featureOf } from './layout.ts'
import { parse, readSources, type SourceFile } from './sources.ts'
import { tablesUsed } from './tables.ts'

/*
 * The front, what it shares with API and forms, and the context know no feature: what belongs to one (an address, a cookie, a host, a
 * count) is read off its manifest. Pages and forms are found by their rows, what pages show by loaders.
 */

const platform = /^src\/platform\/(http\/|context\/(context|product)\.ts)/

const tables = new Set(features.flatMap((feature) => feature.tables ?? []))
const inContext = new Set<string>([...states, ...tokens].map(({ name }) => name))
const inBrowsers = new Set<string>(cookies.map(({ name }) => name))

/** What a file knows of features: folders it imports from, tables, what is theirs in the context, their cookies. */
function featuresNamed({ path, code, imports }: Pick<SourceFile, 'path' | 'code' | 'imports'>): string[] {
  const folders = imports.flatMap(({ target = '' }) =>
    featureOf(target) === 'mail'
      ? []
      : (featureOf(target) ?? (target === 'src/features.ts' ? 'the list' : [])),
  )
  const used = tablesUsed({ path, code }).flatMap(({ table }) => (tables.has(table) ? table : []))
  return [...new Set([...folders, ...used, ...namesIn(parse(path, code))])].sort()
}

function namesIn(tree: ts.SourceFile): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && inContext.has(node.text)) found.push(node.text)
    if (ts.isStringLiteralLike(node) && (inContext.has(node.text) || inBrowsers.has(node.text)))
      found.push(node.text)
    if (ts.isPropertyAccessExpression(node) && inBrowsers.has(node.name.text)) found.push(node.name.text)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

const files = readSources().filter(({ path }) => platform.test(path))

test('the front, http and the context name no feature', () => {
  expect(files.length).toBeGreaterThan(60)
  const named = files.flatMap((file) => {
    const names = featuresNamed(file)
    return names.length > 0 ? [`${file.path}: ${names.join(', ')}`] : []
  })
  expect(named).toEqual([])
})

test('every way to name a feature is found', () => {
  const named = (code: string, target?: string) =>
    featuresNamed({
      path: 'src/platform/http/x.ts',
      code,
      imports: target === undefined ? [] : [{ isTypeOnly: true, specifier: '', target }],
    })
  expect(named('', 'src/shop/buying/cart/server/service.ts')).toEqual(['cart'])
  expect(named('', 'src/features.ts')).toEqual(['the list'])
  expect(named("db.selectFrom('cart_item')")).toEqual(['cart_item'])
  expect(named('const { tally } = deps')).toEqual(['tally'])
  expect(named("type D = Pick<Deps, 'taxonomy'>")).toEqual(['taxonomy'])
  expect(named('context.cartToken')).toEqual(['cartToken'])
  expect(named('readCookies(header).room')).toEqual(['room'])
  expect(named("({ name: 'c_t', value })")).toEqual(['c_t'])
})

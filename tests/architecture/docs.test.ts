import { dirname, join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { parse, readSources, type SourceFile } from './sources.ts'

/*
 * Style 3.2: a public function says in a sentence what it does, for who reads the call and not the body. Public is what other rooms call: all that
 * the shared rooms export, gateways, loaders, and the files a feature's service is made of.
 */

const rooms = /^src\/platform\/(?:[^/]+\.ts$|(?:rules|routing|i18n|gateways)\/)|^src\/loaders\//

/** The functions a file exports without a word about them. */
function undocumented({ path, code }: Pick<SourceFile, 'path' | 'code'>): string[] {
  const functions = parse(path, code).statements.filter(ts.isFunctionDeclaration)
  const said = new Set(functions.filter((each) => ts.getJSDocCommentsAndTags(each).length > 0).map(nameOf))
  return functions
    .filter((each) => each.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .map(nameOf)
    .filter((name) => !said.has(name))
}

function nameOf({ name }: ts.FunctionDeclaration): string {
  return name?.text ?? ''
}

test('every function that is called from elsewhere says what it does', () => {
  const found = readSources()
    .filter(({ path }) => rooms.test(path))
    .flatMap((source) => undocumented(source).map((name) => `${source.path} ${name}`))
  expect(found).toEqual([])
})

/** What the service of a feature hands on to others, by the file it is written in. */
function handedOn({ path, code }: SourceFile): [file: string, names: string[]][] {
  const exports = parse(path, code).statements.filter(ts.isExportDeclaration)
  return exports.flatMap(({ exportClause, moduleSpecifier }) => {
    if (!exportClause || !ts.isNamedExports(exportClause) || !moduleSpecifier) return []
    const file = join(dirname(path), (moduleSpecifier as ts.StringLiteral).text)
    return [[file, exportClause.elements.map((each) => (each.propertyName ?? each.name).text)]]
  })
}

test('so does all that a feature hands on by its service', () => {
  const byPath = new Map(readSources().map((source) => [source.path, source]))
  const services = [...byPath.values()].filter(({ path }) => /\/server\/service\.ts$/.test(path))
  const handed = services.flatMap(handedOn)
  expect(handed.length).toBeGreaterThan(100)
  const own = services.flatMap((source) => undocumented(source).map((name) => `${source.path} ${name}`))
  const found = handed.flatMap(([path, names]) => {
    const source = byPath.get(path)
    return source
      ? undocumented(source)
          .filter((name) => names.includes(name))
          .map((name) => `${path} ${name}`)
      : []
  })
  expect([...own, ...found]).toEqual([])
})

test('a comment before one of its forms is enough, a comment of somebody else is not', () => {
  const code =
    '/** Doubles. */\nexport function a(x: string): string\nexport function a(x: unknown) { return x }\nexport function b() {}'
  expect(undocumented({ path: 'a.ts', code })).toEqual(['b'])
  expect(undocumented({ path: 'a.ts', code: '// no\nexport function c() {}\nfunction d() {}' })).toEqual([
    'c',
  ])
})

import { dirname, join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { parse, readSources, type SourceFile } from './sources.ts'

/*
 * Style 2, 3: one home for each thing. Two functions at the top of two files that do the same to what they are given are one function that was
 * written twice, and one of them will be mended alone.
 */

/** Shorter ones say less than an import would. */
const leastLength = 60

/** Pairs that are alike by chance, by one of their places. */
const alike: Readonly<Record<string, string>> = {}

interface Found {
  place: string
  /** Of what is written in it. */
  length: number
  body: string
}

/** The functions at the top of a file, their bodies with names of parameters that do not count. */
function functionsOf({ path, code }: Pick<SourceFile, 'path' | 'code'>): Found[] {
  const file = parse(path, code)
  const around = namesAround(path, file)
  return file.statements.flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement) && statement.body)
      return [foundAt(path, around, statement.name, statement, statement.body)]
    // What stands in a page is made anew for each request and reads what is around it.
    if (!ts.isVariableStatement(statement) || path.endsWith('.astro')) return []
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      initializer && ts.isArrowFunction(initializer)
        ? [foundAt(path, around, name, initializer, initializer.body)]
        : [],
    )
  })
}

/** What the names at the top of a file stand for: the same name is something else in another file, if it is not of the same module. */
function namesAround(path: string, file: ts.SourceFile): Map<string, string> {
  const own = file.statements.flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement)) return [statement.name?.text ?? '']
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText())
    return []
  })
  const imported = file.statements
    .filter(ts.isImportDeclaration)
    .flatMap(({ importClause, moduleSpecifier }) => {
      const names = importClause?.namedBindings
      const from = (moduleSpecifier as ts.StringLiteral).text
      const target = from.startsWith('.') ? join(dirname(path), from) : from.replace(/^#/, 'src/')
      return names && ts.isNamedImports(names)
        ? names.elements.map(
            ({ name, propertyName }) => [name.text, `${target} ${(propertyName ?? name).text}`] as const,
          )
        : []
    })
  return new Map([...own.map((name) => [name, `${path} ${name}`] as const), ...imported])
}

function foundAt(
  path: string,
  around: ReadonlyMap<string, string>,
  name: ts.Node | undefined,
  { parameters }: ts.SignatureDeclaration,
  body: ts.Node,
): Found {
  const names = new Map(around)
  for (const [at, { name: each }] of parameters.entries())
    if (ts.isIdentifier(each)) names.set(each.text, `parameter ${at}`)
  names.set(name?.getText() ?? '', 'itself')
  const patterns = parameters
    .filter(({ name: each }) => !ts.isIdentifier(each))
    .map((each) => each.name.getText())
  const words = wordsOf((ts.isBlock(body) ? onlyReturn(body) : undefined) ?? body)
  return {
    place: `${path} ${name?.getText() ?? ''}`,
    length: words.join(' ').length,
    body: [...patterns, ...words.map((word) => names.get(word) ?? word)].join(' '),
  }
}

/** `{ return x }` is the same as the arrow to x. */
function onlyReturn({ statements: [first, ...more] }: ts.Block): ts.Node | undefined {
  return first && more.length === 0 && ts.isReturnStatement(first) ? first.expression : undefined
}

/** The signs and words of a piece of code; names of fields are told from names of variables by the dot before them. */
function wordsOf(node: ts.Node): string[] {
  if (ts.isPropertyAccessExpression(node))
    return [...wordsOf(node.expression), `${node.questionDotToken ? '?' : ''}.${node.name.text}`]
  const children = node.getChildren().filter((child) => !ts.isJSDoc(child))
  return children.length === 0 ? [node.getText()] : children.flatMap(wordsOf)
}

function groupsIn(files: readonly Pick<SourceFile, 'path' | 'code'>[]): string[][] {
  const found = Map.groupBy(files.flatMap(functionsOf), ({ body }) => body)
  return [...found.values()]
    .filter(([first, ...others]) => others.length > 0 && (first?.length ?? 0) >= leastLength)
    .map((group) => group.map(({ place }) => place))
}

const groups = groupsIn(readSources())

test('nothing is written twice', () => {
  expect(groups.filter((group) => !group.some((place) => place in alike))).toEqual([])
})

test('each exception is still one', () => {
  expect(Object.keys(alike).filter((place) => !groups.some((group) => group.includes(place)))).toEqual([])
})

test('what is called by one name and is not the same makes two of them', () => {
  const body = 'function of(id: number) { return address(id).first.second.third.fourth.fifth.sixth.seventh }'
  const from = (file: string) => `import { address } from './${file}.ts'\n${body}`
  const own = `const address = (id: number) => [id]\n${body}`
  expect(
    groupsIn([
      { path: 'a.ts', code: from('one') },
      { path: 'b.ts', code: from('one') },
    ]).length,
  ).toBe(1)
  expect(
    groupsIn([
      { path: 'a.ts', code: from('one') },
      { path: 'b.ts', code: from('two') },
    ]),
  ).toEqual([])
  expect(
    groupsIn([
      { path: 'a.ts', code: from('one') },
      { path: 'b.ts', code: own },
    ]),
  ).toEqual([])
})

test('names of parameters, blanks and the form of a function hide nothing; fields and what is called do', () => {
  const file = (path: string, code: string) => ({ path, code })
  const first =
    "function one(name: string) {\n  return name.normalize('NFD').replace(/x/g, '').toLowerCase()\n}"
  const same =
    "export const other = (text: string) => text\n  .normalize('NFD').replace(/x/g, '').toLowerCase()"
  const field = "function one(name: string) { return name.normalize('NFC').replace(/x/g, '').toLowerCase() }"
  expect(groupsIn([file('a.ts', first), file('b.ts', same)])).toEqual([['a.ts one', 'b.ts other']])
  expect(groupsIn([file('a.ts', first), file('b.ts', field)])).toEqual([])
  const fields = (name: string) =>
    `function f(a: Row) { return a.${name}.first.second.third.fourth.fifth.sixth }`
  expect(groupsIn([file('a.ts', fields('one')), file('b.ts', fields('two'))])).toEqual([])
})

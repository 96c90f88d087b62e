import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { circles, parse, reachable, readSources, root, type SourceFile } from './sources.ts'

const sources = readSources()

interface Rule {
  /** Which files the rule is for; the first rule that fits a file decides. */
  files: RegExp
  /** Which of our modules such a file may import at run time or for a type; `types` for a type alone. */
  may: readonly RegExp[]
  types?: readonly RegExp[]
}

const shared = /^src\/shared\//
const routing = /^src\/routing\//
const i18n = /^src\/i18n\//
const server = /^src\/server\//
const feature = (pattern: string) => new RegExp(`^src/server/features/${pattern}`)

const kit = /^src\/ui\/kit\//
const nouns = readdirSync(join(root, 'src/ui')).filter(
  (name) => !['client-directives', 'fonts', 'kit-page', 'layout', 'styles'].includes(name),
)

/** Architecture 5, "Who may import whom", as data. A type costs nothing at run time and may come from below. */
const table: readonly Rule[] = [
  { files: shared, may: [shared] },
  { files: routing, may: [routing, shared] },
  { files: i18n, may: [i18n, routing, shared, /^locales\//] },
  { files: /^src\/browser\/device\//, may: [/^src\/browser\/device\//, shared] },
  {
    files: /^src\/browser\/api\//,
    may: [/^src\/browser\/(api|device)\//, routing, /^src\/shared\/(?!contract\/)/],
    types: [/^src\/shared\/contract\//],
  },
  {
    files: /^src\/browser\/stores\//,
    may: [/^src\/browser\//, routing, /^src\/shared\/(?!contract\/)/],
    types: [/^src\/shared\/contract\//],
  },
  // What tests of this room share.
  { files: /^src\/browser\/[^/]+\.ts$/, may: [/^src\/browser\//, shared] },
  {
    files: /^src\/server\/(db|gateways)\//,
    may: [
      /^src\/server\/(db|gateways)\//,
      /^src\/server\/(env|secrets|jobs\/job)\.ts$/,
      shared,
      routing,
      i18n,
      /^locales\//,
    ],
    types: [/^src\/server\/(metrics|jobs\/queue)\.ts$/],
  },
  { files: /^src\/server\/jobs\//, may: [/^src\/server\/(jobs|db)\//] },
  { files: /^src\/server\/ports\//, may: [/^src\/server\/ports\//, shared] },
  // Nearly everything takes a context, so it knows what lies below everything, and of that only types.
  {
    files: /^src\/server\/context\.ts$/,
    may: [],
    types: [/^src\/server\/(db|gateways|jobs|ports)\//, /^src\/server\/(env|metrics)\.ts$/, shared],
  },
  {
    files: feature('[a-z-]+/(.*-)?(queries|rows)\\.ts$'),
    may: [/^src\/server\/db\//, shared, routing, feature('[a-z-]+/(.*-)?(queries|rows|types)\\.ts$')],
    types: [server],
  },
  {
    files: /^src\/server\/features\/list\.ts$/,
    may: [
      /^src\/server\/(http\/(action|handler)|workers\/worker|platform-jobs|ports\/cookies|realtime\/socket)\.ts$/,
      feature('[a-z-]+(/feature)?\\.ts$'),
    ],
  },
  {
    files: feature(''),
    may: [
      /^src\/server\/(http|events|db|gateways|features|jobs|realtime|workers)\//,
      /^src\/server\/(context|env|secrets)\.ts$/,
      shared,
      routing,
      i18n,
      /^locales\//,
    ],
    types: [server],
  },
  {
    files: /^src\/server\/realtime\//,
    may: [/^src\/server\/(realtime|http)\//, /^src\/server\/context\.ts$/, shared],
    types: [server],
  },
  {
    files: /^src\/server\/loaders\//,
    may: [
      /^src\/server\/(loaders|features)\//,
      /^src\/server\/http\/(access|authorize)\.ts$/,
      /^src\/server\/events\/page-tags\.ts$/,
      /^src\/server\/(context|env)\.ts$/,
      i18n,
      routing,
      shared,
    ],
    types: [server],
  },
  {
    files: /^src\/server\/demo\//,
    may: [/^src\/server\/(demo|db|gateways|features|env|context)/, shared, routing, i18n],
    types: [server],
  },
  { files: /^src\/server\//, may: [server, shared, routing, i18n, /^locales\//] },
  // What shows parts of two nouns is in layout.
  ...nouns.map((noun): Rule => {
    const own = new RegExp(`^src/ui/${noun}/`)
    return {
      files: own,
      may: [kit, own, i18n, routing, shared, /^src\/browser\/(stores|device)\//],
      types: [server],
    }
  }),
  // What puts the nouns together, and the script of every page.
  {
    files: /^src\/ui\/(layout|client-directives|kit-page)\//,
    may: [/^src\/ui\//, i18n, routing, shared, /^src\/browser\/(stores|device)\//],
    types: [server],
  },
  {
    files: /^src\/pages\//,
    may: [/^src\/ui\//, /^src\/server\/loaders\//, i18n, routing, shared],
    types: [server],
  },
]

/** Names a package may be imported by; what runs in a browser is listed, not guessed. */
const browserPackages =
  /^(react|react-dom|nanostores|@nanostores\/react|ofetch|astro|@simplewebauthn\/browser|tus-js-client)(\/|$)/

describe('who may import whom', () => {
  test.each(sources.map((source) => [source.path, source] as const))('%s', (path, source) => {
    const rule = table.find(({ files }) => files.test(path))
    if (!rule) throw new Error(`No row of the import table is for ${path}: where does it belong?`)
    const wrong = source.imports.filter(
      ({ target, isTypeOnly }) => target !== undefined && !isAllowed(rule, path, target, isTypeOnly),
    )
    expect(wrong.map(({ specifier }) => specifier)).toEqual([])
  })
})

test('the map names every folder of what runs', () => {
  const map = readFileSync(join(root, 'src/README.md'), 'utf8')
  const folders = ['src', 'src/server', 'src/server/gateways', 'src/shared'].flatMap((path) =>
    readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? entry.name : [],
    ),
  )
  expect(folders.filter((name) => !new RegExp(`\\b${name}\\b`).test(map))).toEqual([])
})

test('every row of the table is for a file', () => {
  const used = new Set(sources.map(({ path }) => table.find(({ files }) => files.test(path))))
  expect(table.filter((rule) => !used.has(rule)).map(({ files }) => String(files))).toEqual([])
})

function isAllowed(rule: Rule, path: string, target: string, isTypeOnly: boolean): boolean {
  if (isForeignQuery(path, target) && !isTypeOnly) return false
  const allowed = isTypeOnly ? [...rule.may, ...(rule.types ?? [])] : rule.may
  return allowed.some((pattern) => pattern.test(target))
}

/** The queries of a feature belong to it alone: others ask its service. */
function isForeignQuery(path: string, target: string): boolean {
  const owner = /^src\/server\/features\/([a-z-]+)\/(?:.*-)?(?:queries|rows)\.ts$/.exec(target)?.[1]
  return owner !== undefined && !path.startsWith(`src/server/features/${owner}/`)
}

test('modules do not import each other in circles', () => {
  expect(circles(sources).map((circle) => circle.join(' -> '))).toEqual([])
})

test('nor do they name each other’s types in circles', () => {
  const arrows = sources.flatMap(({ path, imports }) =>
    imports.flatMap(({ target }): Arrow[] => (target && target !== path ? [[path, target]] : [])),
  )
  expect(arrows.length).toBeGreaterThan(1000)
  expect(inCircles(arrows)).toEqual([])
  const round: Arrow[] = [
    ...([
      ['start', 'a'],
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
      ['c', 'end'],
    ] as const),
  ]
  expect(inCircles(round)).toEqual(['a', 'b', 'c'])
})

type Arrow = readonly [from: string, to: string]

/** What is in circles, or between two of them: left when ends and beginnings are taken away, again and again. */
function inCircles(arrows: readonly Arrow[]): string[] {
  const from = new Set(arrows.map(([start]) => start))
  const to = new Set(arrows.map(([, end]) => end))
  const rest = arrows.filter(([start, end]) => from.has(end) && to.has(start))
  return rest.length < arrows.length ? inCircles(rest) : [...from].sort()
}

test('imports are relative inside a room and go by # across rooms', () => {
  const roomOf = (path: string) => path.split('/').slice(0, 2).join('/')
  const wrong = sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ specifier, target }) => {
        if (target === undefined || /^src\/[^/]+$/.test(path)) return false
        return specifier.startsWith('.') !== (roomOf(target) === roomOf(path))
      })
      .map(({ specifier }) => `${path}: ${specifier}`),
  )
  expect(wrong).toEqual([])
})

describe('what reaches the browser', () => {
  const entries = sources
    .filter(({ path }) => /^src\/(ui\/.*\.tsx|ui\/layout\/page\.ts|browser\/.*\.ts)$/.test(path))
    .map(({ path }) => path)
  const all = [...reachable(sources, entries)].sort()

  test('no server code', () => {
    expect(all.filter((path) => path.startsWith('src/server/'))).toEqual([])
  })

  test('no schema library, and of the contract only types', () => {
    expect(all.filter((path) => path.startsWith('src/shared/contract/') || path === 'package:zod')).toEqual(
      [],
    )
  })

  test('no translation engine and no locale file', () => {
    expect(all.filter((path) => path.startsWith('locales/'))).toEqual([])
  })

  test('no module of Node and only the packages chosen for it', () => {
    const packages = all
      .filter((path) => path.startsWith('package:'))
      .map((path) => path.slice('package:'.length))
    expect(packages.filter((name) => !browserPackages.test(name))).toEqual([])
  })
})

describe('no module of the server holds state', () => {
  // Pages and front load separate copies of a module in `astro dev` and in tests: what one copy remembers, the other does not know.
  const modules = sources.filter(({ path }) => path.startsWith('src/server/') && path.endsWith('.ts'))
  test.each(modules.map((source) => [source.path, source] as const))('%s', (_path, source) => {
    expect(mutableState(source)).toEqual([])
  })
})

/**
 * Names of module-level variables that can change: every `let` and `var`, and a `const` collection that is written
 * to somewhere in the file (`.set(`, `.add(`, `.push(`, `[key] =` ...). Tables that nobody writes to are data.
 */
function mutableState({ path, code }: SourceFile): string[] {
  const tree = parse(path, code)
  const names: string[] = []
  for (const statement of tree.statements) {
    if (!ts.isVariableStatement(statement)) continue
    const isConst = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!ts.isIdentifier(name)) continue
      if (!isConst || (initializer && isCollection(initializer) && isWritten(tree, name.text)))
        names.push(name.text)
    }
  }
  return names
}

function isCollection(node: ts.Expression): boolean {
  if (ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node)) return true
  return ts.isNewExpression(node)
}

const writers = new Set([
  'set',
  'add',
  'delete',
  'clear',
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'fill',
])

function isWritten(tree: ts.SourceFile, name: string): boolean {
  let found = false
  const isIt = (node: ts.Node) => ts.isIdentifier(node) && node.text === name
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      if (isIt(node.expression.expression) && writers.has(node.expression.name.text)) found = true
    }
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) {
      const { left } = node
      if (
        (ts.isPropertyAccessExpression(left) || ts.isElementAccessExpression(left)) &&
        isIt(left.expression)
      )
        found = true
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
}

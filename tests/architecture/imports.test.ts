import { globSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { features } from '#features'
import { featureOf, type Part, partOf, productOf, roomOf } from './layout.ts'
import { circles, parse, reachable, readSources, root, type SourceFile } from './sources.ts'

const sources = readSources()
const byPath = new Map(sources.map((source) => [source.path, source]))

/** Who imports, and what. */
interface Step {
  from: string
  to: string
  isTypeOnly: boolean
}

const order = features.map(({ name }) => name)
const rank = (path: string) => order.indexOf(featureOf(path) ?? '')
const isOwn = ({ from, to }: Step) => featureOf(from) !== undefined && featureOf(from) === featureOf(to)
/** A feature that stands before it in `src/features.ts`. */
const isBefore = ({ from, to }: Step) => rank(to) >= 0 && rank(to) < rank(from)
/** Between the exercises and the shop: the exercises know nothing of it but what its services and events say, and the other way round. */
const isAcross = ({ from, to }: Step) =>
  productOf(from) !== productOf(to) &&
  [from, to].every((path) => /^(shop|exercises)$/.test(productOf(path) ?? ''))

/** "Who may import whom" of docs/architecture.md, as data: by the part of the file that imports, the parts it may import. */
const table: Readonly<Record<Part, (step: Step, to: Part) => boolean>> = {
  rules: (step, to) => {
    if (['routing', 'i18n'].includes(to)) return !isPlatform(step.from) || featureOf(step.from) !== undefined
    if (to !== 'rules') return false
    if (productOf(step.to) === 'platform' && featureOf(step.to) === undefined) return true
    return isOwn(step) || isBefore(step) || step.isTypeOnly || isWithinExercises(step)
  },
  routing: (_, to) => ['rules', 'routing'].includes(to),
  i18n: ({ to: path }, to) => ['rules', 'routing', 'i18n'].includes(to) || path.startsWith('locales/'),
  browser: (step, to) => {
    if (['routing', 'i18n'].includes(to)) return true
    // The rules of the wire are types: a schema library in the browser is dear.
    if (to === 'rules') return isOwn(step) || isBefore(step) || step.isTypeOnly || isPlatform(step.to)
    return to === 'browser' && (isOwn(step) || isBefore(step) || isPlatform(step.to))
  },
  ui: (step, to) => {
    if (step.isTypeOnly || ['kit', 'routing', 'i18n'].includes(to)) return true
    if (!['rules', 'browser', 'ui'].includes(to)) return false
    return isOwn(step) || isBefore(step) || isPlatform(step.to) || isWithinExercises(step)
  },
  kit: ({ from, to: path, isTypeOnly }, to) => {
    if (isTypeOnly || ['kit', 'rules', 'routing', 'i18n'].includes(to))
      return isPlatform(path) || to === 'kit' || isTypeOnly
    // What every page shows of its visitor is put together here; the texts a script loads are the platform's.
    return to === 'browser' && (isPlatform(path) || from.startsWith('src/kit/visitor/'))
  },
  server: (step, to) => {
    if (step.to.startsWith('locales/') || ['routing', 'i18n', 'list'].includes(to))
      return to !== 'list' || isRoot(step.from)
    if (isRoot(step.from)) return true
    if (to === 'rules')
      return (
        isOwn(step) || isBefore(step) || step.isTypeOnly || isPlatform(step.to) || isWithinExercises(step)
      )
    // Which features and by what face: features.test.ts.
    return to === 'server'
  },
  manifest: (step, to) =>
    ['manifest', 'server', 'rules', 'routing', 'i18n'].includes(to) && !isAcross({ ...step, to: step.from }),
  list: () => true,
  loaders: ({ isTypeOnly }, to) =>
    isTypeOnly || ['loaders', 'server', 'rules', 'routing', 'i18n'].includes(to),
  shells: ({ isTypeOnly }, to) =>
    isTypeOnly || !['server', 'manifest', 'list', 'loaders', 'pages', 'demo'].includes(to),
  pages: ({ isTypeOnly }, to) => isTypeOnly || !['server', 'manifest', 'list', 'demo'].includes(to),
  demo: () => true,
}

const isPlatform = (path: string) => productOf(path) === 'platform'
const isWithinExercises = ({ from, to }: Step) =>
  productOf(from) === 'exercises' && productOf(to) === 'exercises'
/** The composition root and what starts it put the product together. */
const isRoot = (path: string) => /^src\/platform\/(start|build)\//.test(path)

/** Inside the platform: databases and gateways are used, they use nobody. */
// The generated types of columns name unions of features.
const platformTable: readonly { files: RegExp; may: RegExp; types?: RegExp }[] = [
  {
    files: /^src\/platform\/(db|gateways)\//,
    may: /^src\/platform\/(db|gateways|rules|routing|i18n|env)\/|^src\/platform\/[^/]+\.ts$|^src\/platform\/(jobs\/(job|apart(-messages)?))\.ts$|^locales\//,
    types: /^src\/platform\/(metrics\/metrics|jobs\/queue)\.ts$/,
  },
  // Nearly everything takes a context, so of what lies below it knows only types.
  {
    files: /^src\/platform\/context\//,
    may: /^src\/platform\/(context|rules)\/|^src\/platform\/[^/]+\.ts$/,
    types: /^src\/platform\//,
  },
  {
    files: /\/server\/([a-z-]+\/)?([a-z-]+-)?(queries|rows)\.ts$/,
    may: /^src\/platform\/(db|rules|routing)\/|^src\/platform\/[^/]+\.ts$|\/rules\/|\/server\/([a-z-]+\/)?([a-z-]+-)?(queries|rows|types)\.ts$|^src\/exercises\/(model|types)\//,
    types: /^src\//,
  },
]

/** Names a package may be imported by; what runs in a browser is listed, not guessed. temml is fetched by the editor once a formula is typed. */
const browserPackages =
  /^(react|react-dom|nanostores|@nanostores\/react|ofetch|astro|@simplewebauthn\/browser|tus-js-client|temml|vanilla-cookieconsent)(\/|$)/

const steps: readonly Step[] = sources.flatMap(({ path, imports }) =>
  imports.flatMap(({ target, isTypeOnly }): Step[] =>
    target === undefined || !/^(src|locales)\//.test(target) ? [] : [{ from: path, to: target, isTypeOnly }],
  ),
)
const shown = ({ from, to }: Step) => `${from} -> ${to}`

describe('who may import whom', () => {
  test('every file has its place in the layout', () => {
    const lost = sources.filter(({ path }) => partOf(path) === undefined && path !== 'src/env.d.ts')
    expect(lost.map(({ path }) => path)).toEqual([])
  })

  test('by the part a file is', () => {
    const wrong = steps.filter((step) => {
      const [from, to] = [partOf(step.from), partOf(step.to)]
      if (step.to.startsWith('locales/')) return !['i18n', 'routing', 'server'].includes(from ?? '')
      return from === undefined || to === undefined || !table[from](step, to)
    })
    expect(wrong.map(shown)).toEqual([])
  })

  test('by where it stands in the platform, and queries know queries alone', () => {
    const wrong = steps.filter((step) =>
      platformTable.some(
        ({ files, may, types }) =>
          files.test(step.from) &&
          step.from !== 'src/platform/db/schema.ts' &&
          !may.test(step.to) &&
          !(step.isTypeOnly && types?.test(step.to)),
      ),
    )
    expect(wrong.map(shown)).toEqual([])
  })

  test('the queries of a feature belong to it alone: others ask its service', () => {
    const queries = /\/server\/([a-z-]+\/)?([a-z-]+-)?(queries|rows)\.ts$/
    const foreign = steps.filter((step) => !step.isTypeOnly && queries.test(step.to) && !isOwn(step))
    expect(foreign.map(shown)).toEqual([])
  })

  test('the exercises and the shop meet by services, events and types', () => {
    const face = /\/server\/(service|events|types)\.ts$/
    const wrong = steps.filter((step) => isAcross(step) && !step.isTypeOnly && !face.test(step.to))
    expect(wrong.map(shown)).toEqual([])
  })
})

/** What a format reads into a task of one type, where the type's own words for it are needed. */
const formatsOfOneType: Readonly<Record<string, string>> = {
  'src/exercises/formats/qti/qti-hottext.ts': 'mark-words',
  'src/exercises/formats/h5p/import-h5p.ts': 'video-quiz',
}

test('in the exercises types use formats and the model; the model knows types by their list, formats by types alone', () => {
  const inside = steps.filter((step) => isWithinExercises(step) && !step.isTypeOnly)
  const wrong = inside.filter(({ from, to }) => {
    const [, room] = /^src\/exercises\/(model|formats)\//.exec(from) ?? []
    if (room === 'model' && to.startsWith('src/exercises/formats/')) return true
    const [, type] = /^src\/exercises\/types\/([^/]+)\//.exec(to) ?? []
    if (type === undefined || room === undefined) return false
    return room === 'model'
      ? from !== 'src/exercises/model/task/type-list.ts'
      : formatsOfOneType[from] !== type
  })
  expect(inside.length).toBeGreaterThan(500)
  expect(wrong.map(shown)).toEqual([])
})

test('a folder has at most 25 entries; pages follow the site map, types of tasks are a list, migrations follow time', () => {
  const free = /^src\/(pages\/\[world\](\/account)?|exercises\/types|platform\/db\/migrations)$/
  const folders = Map.groupBy(
    globSync('src/**/*', { cwd: root }).map((path) => path.replaceAll('\\', '/')),
    (path) => path.slice(0, path.lastIndexOf('/')),
  )
  const full = [...folders].filter(([folder, entries]) => entries.length > 25 && !free.test(folder))
  expect(full.map(([folder, entries]) => `${folder}: ${entries.length}`)).toEqual([])
})

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
  const wrong = steps
    .filter(({ from }) => from !== 'src/features.ts')
    .filter(({ from, to }) => {
      const specifier = byPath.get(from)?.imports.find(({ target }) => target === to)?.specifier ?? ''
      return specifier.startsWith('.') !== (roomOf(from) === roomOf(to))
    })
  expect(wrong.map(shown)).toEqual([])
})

describe('what reaches the browser', () => {
  const entries = sources
    .filter(({ path }) => /^src\/(.*\.tsx|shells\/script\/page\.ts|.*\/browser\/.*\.ts)$/.test(path))
    .map(({ path }) => path)
  const all = [...reachable(sources, entries)].sort()

  test('no server code', () => {
    expect(all.filter((path) => ['server', 'manifest', 'loaders'].includes(partOf(path) ?? ''))).toEqual([])
  })

  test('no schema library, and of the contract only types', () => {
    expect(all.filter((path) => /\/rules\/(.*\/)?contract/.test(path) || path === 'package:zod')).toEqual([])
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
  // Astro's bundle and main.ts load separate copies of a module: what one copy remembers, the other does not know.
  const modules = sources.filter(
    ({ path }) => ['server', 'manifest', 'loaders'].includes(partOf(path) ?? '') && path.endsWith('.ts'),
  )
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

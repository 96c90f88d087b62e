import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import ts from 'typescript'

export const root = join(import.meta.dirname, '../..')

export interface ImportLine {
  /** `import type`, or an import whose every name is a type: gone from the bundle. */
  isTypeOnly: boolean
  /** As written: './x.ts', '#platform/x.ts', 'zod'. */
  specifier: string
  /** The file below the repository, for our own modules; undefined for packages. */
  target: string | undefined
}

export interface SourceFile {
  /** 'src/platform/start/main.ts' */
  path: string
  /** The script of the file: all of a `.ts`, the frontmatter and script elements of an `.astro`. */
  code: string
  text: string
  imports: ImportLine[]
}

const aliases: Readonly<Record<string, string>> = {
  '#demo/': 'src/demo/',
  '#exercises/': 'src/exercises/',
  '#features': 'src/features.ts',
  '#kit/': 'src/kit/',
  '#loaders/': 'src/loaders/',
  '#locales/': 'locales/',
  '#platform/': 'src/platform/',
  '#shells/': 'src/shells/',
  '#shop/': 'src/shop/',
}

let found: readonly SourceFile[] | undefined

/** Every source file below src with what it imports, tests left out; read once, they are the same for every test. */
export function readSources(): readonly SourceFile[] {
  found ??= parseSources()
  return found
}

function parseSources(): SourceFile[] {
  return globSync('src/**/*.{ts,tsx,astro,mjs}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$|\.d\.ts$/.test(path))
    .sort()
    .map(readSource)
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const code = path.endsWith('.astro') ? astroScripts(text) : text
  return { path, text, code, imports: importsOf(path, code) }
}

/** The frontmatter between the first two fences. */
export function frontmatterOf(text: string): string {
  return /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? ''
}

function astroScripts(text: string): string {
  const scripts = [...text.matchAll(/<script(?![^>]*\bis:inline)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => code,
  )
  return [frontmatterOf(text), ...scripts].join('\n;\n')
}

/** Parses code of ours; `.astro` frontmatter is TypeScript with JSX. */
export function parse(path: string, code: string): ts.SourceFile {
  const kind = path.endsWith('.ts') || path.endsWith('.mjs') ? ts.ScriptKind.TS : ts.ScriptKind.TSX
  return ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, kind)
}

function importsOf(path: string, code: string): ImportLine[] {
  const found: ImportLine[] = []
  const add = (specifier: ts.Node | undefined, isTypeOnly: boolean) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return
    found.push({ isTypeOnly, specifier: specifier.text, target: resolve(path, specifier.text) })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeImport(node.importClause))
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly)
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false)
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true)
    ts.forEachChild(node, visit)
  }
  visit(parse(path, code))
  return found
}

function isTypeImport(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false
  if (clause.isTypeOnly) return true
  const names = clause.namedBindings
  if (clause.name || !names || !ts.isNamedImports(names)) return false
  return names.elements.length > 0 && names.elements.every(({ isTypeOnly }) => isTypeOnly)
}

function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) {
    return relative(root, normalize(join(root, dirname(from), specifier))).replaceAll('\\', '/')
  }
  const room = Object.keys(aliases).find((prefix) => specifier.startsWith(prefix))
  return room === undefined ? undefined : aliases[room] + specifier.slice(room.length)
}

/** Circles in the graph of run-time imports, each as the list of its files. */
export function circles(sources: readonly SourceFile[]): string[][] {
  const next = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.flatMap(({ isTypeOnly, target }) => (isTypeOnly || target === undefined ? [] : [target])),
    ]),
  )
  const found: string[][] = []
  const done = new Set<string>()
  const walk = (path: string, trail: string[]): void => {
    const at = trail.indexOf(path)
    if (at >= 0) {
      found.push([...trail.slice(at), path])
      return
    }
    if (done.has(path)) return
    for (const target of next.get(path) ?? []) walk(target, [...trail, path])
    done.add(path)
  }
  for (const { path } of sources) walk(path, [])
  return found
}

/** Everything a file pulls in at run time, itself included. */
export function reachable(sources: readonly SourceFile[], from: readonly string[]): Set<string> {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const seen = new Set<string>()
  const open = [...from]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    for (const { isTypeOnly, target, specifier } of byPath.get(path)?.imports ?? []) {
      if (isTypeOnly) continue
      if (target === undefined) seen.add(`package:${specifier}`)
      else open.push(target)
    }
  }
  return seen
}

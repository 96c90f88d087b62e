import { normalValue, type ParamKind, parsePattern } from './pattern.ts'
import { type Route, routes } from './routes.ts'
import { type LiveWorld, liveWorlds } from './worlds.ts'

export type AddressMatch =
  | {
      kind: 'page'
      /** The world of the page; the root landing stands outside the worlds and speaks `en`. */
      world: LiveWorld
      route: Route
      /** Decoded values. An omitted slug is absent. Read these, not `Astro.params`. */
      params: Readonly<Record<string, string>>
      /** What Astro is asked for. An omitted or unusual slug is `-` there. */
      internalPath: string
    }
  | { kind: 'redirect'; location: string; status: 301 }
  | { kind: 'notFound'; world?: LiveWorld }

interface Leaf {
  route: Route
  /** False for the English form and for another world's words. */
  isOwn: boolean
  params: readonly { name: string; accepts: ParamKind }[]
  /** Texts before, between and after the values; one more than there are values. */
  publicParts: readonly string[]
  internalParts: readonly string[]
}

interface Node {
  words: Map<string, Node>
  param: Node | undefined
  leaf: Leaf | undefined
}

interface WorldTrie {
  root: Node
  notFound: AddressMatch
}

const longestPath = 2048
const nowhere: AddressMatch = Object.freeze({ kind: 'notFound' })
const plainValue = /^[\w.~-]+$/
const landing = routes.find((row) => row.name === 'root-landing')

const rootPage: AddressMatch = landing
  ? Object.freeze({
      kind: 'page',
      world: 'en',
      route: landing,
      params: Object.freeze({}),
      internalPath: '/',
    })
  : nowhere

const tries: ReadonlyMap<string, WorldTrie> = new Map(
  liveWorlds().map(({ world }) => [
    world,
    { root: compile(world), notFound: Object.freeze({ kind: 'notFound', world }) },
  ]),
)

/**
 * Resolves an address as it came over the wire. `pathname` is the raw, undecoded path; `search` the raw query with
 * its question mark. Runs on every request: a walk over a compiled trie, no regular expression for plain paths.
 *
 * One redirect at most: its target always matches as a page, always starts with a world and is always ASCII.
 */
export function matchAddress(pathname: string, search = ''): AddressMatch {
  if (pathname === '/') return rootPage
  if (pathname.charCodeAt(0) !== 47 || pathname.length > longestPath) return nowhere
  const isPlain = isPlainPath(pathname)
  const segments = isPlain ? pathname.split('/') : decodedSegments(pathname)
  if (segments === undefined) return tries.get(pathname.split('/', 2)[1] ?? '')?.notFound ?? nowhere
  if (segments.length === 1) return redirect('/', search)

  const first = segments[1] as string
  const world = isPlain ? first : first.toLowerCase()
  const trie = tries.get(world)
  if (trie === undefined) return nowhere

  const values: string[] = []
  const leaf = walk(trie.root, segments, isPlain, values)
  if (leaf === undefined || !normalize(leaf, values)) return trie.notFound
  if (leaf.isOwn && isPlain) return page(leaf, world as LiveWorld, values)

  const path = fill(leaf.publicParts, values, encodeURIComponent)
  return leaf.isOwn && path === pathname ? page(leaf, world as LiveWorld, values) : redirect(path, search)
}

function walk(root: Node, segments: readonly string[], isPlain: boolean, values: string[]): Leaf | undefined {
  let node = root
  for (let i = 2; i < segments.length; i++) {
    const segment = segments[i] as string
    const next = node.words.get(isPlain ? segment : segment.toLowerCase())
    if (next !== undefined) {
      node = next
    } else if (node.param !== undefined) {
      node = node.param
      values.push(segment)
    } else {
      return undefined
    }
  }
  return node.leaf
}

function normalize(leaf: Leaf, values: string[]): boolean {
  for (let i = 0; i < values.length; i++) {
    const param = leaf.params[i]
    const value = param && normalValue(param.accepts, values[i] as string)
    if (value === undefined) return false
    values[i] = value
  }
  return true
}

function page(leaf: Leaf, world: LiveWorld, values: readonly string[]): AddressMatch {
  const params: Record<string, string> = {}
  for (let i = 0; i < values.length; i++) {
    params[(leaf.params[i] as { name: string }).name] = values[i] as string
  }
  return {
    kind: 'page',
    world,
    route: leaf.route,
    params,
    internalPath: fill(leaf.internalParts, values, plain),
  }
}

/** Astro decodes what it is given, so only texts that need no encoding are handed on. */
function plain(value: string): string {
  return plainValue.test(value) ? value : '-'
}

function fill(parts: readonly string[], values: readonly string[], form: (value: string) => string): string {
  let path = parts[0] as string
  for (let i = 0; i < values.length; i++) path += form(values[i] as string) + (parts[i + 1] as string)
  return path
}

/** The path goes out as it is (it is encoded); what is not printable ASCII in the query is encoded. */
function redirect(path: string, search: string): AddressMatch {
  const query = search.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent)
  return { kind: 'redirect', location: query === '?' ? path : path + query, status: 301 }
}

/** Lower-case ASCII words with single slashes between them: nothing to decode, nothing to tidy. */
function isPlainPath(pathname: string): boolean {
  let previous = 0
  for (let i = 0; i < pathname.length; i++) {
    const code = pathname.charCodeAt(i)
    const isPlain =
      (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 45 || code === 46 || code === 95
    if (!isPlain && (code !== 47 || previous === 47)) return false
    previous = code
  }
  return previous !== 47
}

/** Segments after an empty first one, decoded; undefined for what no honest link holds. */
function decodedSegments(pathname: string): string[] | undefined {
  if (!pathname.isWellFormed()) return undefined
  const segments = ['']
  for (const raw of pathname.split('/')) {
    if (raw === '') continue
    if (/[?#]/.test(raw)) return undefined
    try {
      segments.push(decodeURIComponent(raw))
    } catch {
      return undefined
    }
  }
  const isForbidden = segments.some(hasForbiddenCharacter)
  return isForbidden ? undefined : segments
}

function hasForbiddenCharacter(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 32 || code === 127 || code === 47 || code === 92 || code === 59) return true
  }
  return false
}

/** The own words first, then the English pattern, then the other worlds' words: the first to take a place keeps it. */
function compile(world: LiveWorld): Node {
  const root = emptyNode()
  const rows = routes.filter((row) => row.name !== 'root-landing')
  const leaves = new Map<string, Leaf>()
  const add = (row: Route, pattern: string, isOwn: boolean) =>
    insert(root, pattern, (params) => sharedLeaf(leaves, leafOf(row, world, params, isOwn)))
  for (const row of rows) add(row, row.words[world], true)
  for (const row of rows) add(row, row.pattern, false)
  for (const row of rows) for (const alias of row.aliases ?? []) add(row, alias, false)
  for (const other of liveWorlds()) for (const row of rows) add(row, row.words[other.world], false)
  return root
}

function insert(root: Node, pattern: string, leafFor: (params: Leaf['params']) => Leaf): void {
  const params: { name: string; accepts: ParamKind }[] = []
  let node = root
  for (const segment of parsePattern(pattern)) {
    if (segment.kind === 'static') {
      const next = node.words.get(segment.text) ?? emptyNode()
      node.words.set(segment.text, next)
      node = next
      continue
    }
    if (segment.optional) node.leaf ??= leafFor([...params])
    params.push({ name: segment.name, accepts: segment.accepts })
    node.param ??= emptyNode()
    node = node.param
  }
  node.leaf ??= leafFor([...params])
}

/** A page is reached by a pattern of each world, and all but its own lead to the same: one leaf stands for them. */
function sharedLeaf(leaves: Map<string, Leaf>, leaf: Leaf): Leaf {
  const key = JSON.stringify([leaf.route.name, leaf.isOwn, leaf.params])
  const known = leaves.get(key) ?? leaf
  leaves.set(key, known)
  return known
}

function leafOf(route: Route, world: LiveWorld, params: Leaf['params'], isOwn: boolean): Leaf {
  return {
    route,
    isOwn,
    params,
    publicParts: partsOf(`/${world}`, route.words[world], params.length, 'cut'),
    internalParts: partsOf(`/${world}`, route.pattern, params.length, 'dash'),
  }
}

/** Cuts a pattern at its parameters. Parameters beyond `count` are left out, or written as a dash for Astro. */
function partsOf(prefix: string, pattern: string, count: number, omitted: 'cut' | 'dash'): readonly string[] {
  const parts = [prefix]
  let seen = 0
  for (const segment of parsePattern(pattern)) {
    const last = parts.length - 1
    if (segment.kind === 'static') {
      parts[last] += `/${segment.text}`
    } else if (seen < count) {
      parts[last] += '/'
      parts.push('')
      seen++
    } else if (omitted === 'dash') {
      parts[last] += '/-'
    }
  }
  return parts
}

function emptyNode(): Node {
  return { words: new Map(), param: undefined, leaf: undefined }
}

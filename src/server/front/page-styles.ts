/** One piece of a sheet: a rule, a block of rules under a condition, or a statement that is always kept. */
type Piece =
  | { kind: 'kept'; text: string }
  | { kind: 'font'; text: string }
  | { kind: 'rule'; text: string; selectors: readonly (readonly string[])[] }
  | { kind: 'block'; head: string; pieces: readonly Piece[] }

export interface PageStyles {
  /** The rules of the sheet a page needs for its first paint, as text for a style element. */
  forPage(kind: string, html: string, scripts: readonly string[]): string
}

/** A kind of page has a few dozen class attributes; far beyond that something is wrong, and growing stops. */
const mostAttributes = 3000
/** What the door may put into any page. */
const always = ['outage']
const classAttribute = / class="([^"]+)"/g

/**
 * The part of the one style sheet that pages carry inside them, so that the first paint waits for no second request.
 * A rule is taken when every class it names stands in the page, whatever state it asks for. Pages of one kind share a
 * growing set: after the first of a kind nothing is computed again.
 */
export function createPageStyles(sheet: string): PageStyles {
  const pieces = parseSheet(sheet)
  const kinds = new Map<string, { attributes: Set<string>; classes: Set<string>; css: string }>()
  return {
    forPage(kind, html, scripts) {
      let known = kinds.get(kind)
      if (!known) {
        known = { attributes: new Set(), classes: new Set(always), css: '' }
        kinds.set(kind, known)
      }
      let isNew = known.css === ''
      for (const [, attribute = ''] of html.matchAll(classAttribute)) {
        if (known.attributes.has(attribute) || known.attributes.size > mostAttributes) continue
        known.attributes.add(attribute)
        for (const name of attribute.split(/\s+/)) known.classes.add(name)
        isNew = true
      }
      if (isNew) known.css = textOf(pieces, known.classes, scripts)
      return known.css
    },
  }
}

function textOf(pieces: readonly Piece[], classes: ReadonlySet<string>, scripts: readonly string[]): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'kept') return piece.text
      // A face of a script the page is not written in waits for the whole sheet.
      if (piece.kind === 'font')
        return /url\(/.test(piece.text) && !scripts.some((script) => piece.text.includes(`-${script}.`))
          ? ''
          : piece.text
      if (piece.kind === 'rule')
        return piece.selectors.some((names) => names.every((name) => classes.has(name))) ? piece.text : ''
      const inner = textOf(piece.pieces, classes, scripts)
      return inner === '' ? '' : `${piece.head}{${inner}}`
    })
    .join('')
}

const conditions = /^@(layer|media|supports|container|scope)\b/

/** Reads a minified sheet: balanced braces, strings and comments are all it has to know. */
export function parseSheet(css: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  while (at < css.length) {
    const end = nextOf(css, at, '{;')
    if (end < 0) break
    const head = css.slice(at, end).trim()
    if (css[end] === ';') {
      pieces.push({ kind: 'kept', text: `${head};` })
      at = end + 1
      continue
    }
    const close = closing(css, end)
    pieces.push(pieceOf(head, css.slice(end + 1, close)))
    at = close + 1
  }
  return pieces
}

function pieceOf(head: string, body: string): Piece {
  const text = `${head}{${body}}`
  if (/^@media print\b/.test(head)) return { kind: 'kept', text: '' }
  if (conditions.test(head)) return { kind: 'block', head, pieces: parseSheet(body) }
  if (head.startsWith('@font-face')) return { kind: 'font', text }
  if (head.startsWith('@')) return { kind: 'kept', text }
  return { kind: 'rule', text, selectors: selectorsOf(head) }
}

/** The classes each selector of a list needs; what stands in :not(), :is(), :where() or :has() need not be there. */
function selectorsOf(head: string): string[][] {
  let flat = head
  for (let before = ''; before !== flat; ) {
    before = flat
    flat = flat.replaceAll(/\([^()]*\)/g, '')
  }
  // A pointer comes after the first paint, and then the whole sheet is there.
  return flat
    .split(',')
    .filter((selector) => !/:(hover|active)\b/.test(selector))
    .map((selector) => [...selector.matchAll(/\.((?:[\w-]|\\.)+)/g)].map(([, name = '']) => name))
}

function nextOf(css: string, from: number, wanted: string): number {
  for (let at = from; at < css.length; at++) {
    const sign = css[at] ?? ''
    if (sign === '"' || sign === "'") at = stringEnd(css, at)
    else if (wanted.includes(sign)) return at
  }
  return -1
}

function closing(css: string, opening: number): number {
  let depth = 0
  for (let at = opening; at < css.length; at++) {
    const sign = css[at]
    if (sign === '"' || sign === "'") at = stringEnd(css, at)
    else if (sign === '{') depth += 1
    else if (sign === '}' && --depth === 0) return at
  }
  throw new Error('The style sheet has a brace that is never closed.')
}

function stringEnd(css: string, start: number): number {
  for (let at = start + 1; at < css.length; at++) {
    if (css[at] === '\\') at += 1
    else if (css[at] === css[start]) return at
  }
  return css.length
}

/**
 * The part of Markdown an author's text may use: headings, paragraphs, lists, quotes, rules, bold, italic, links. It is
 * read into a tree, and only `html` below writes tags: everything typed is text and escaped on its way out, so HTML that
 * was typed stays words. Bounded patterns only: the work grows with the length of the text, whatever is in it.
 */
type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'em'; inside: Inline[] }
  | { kind: 'link'; href: string; inside: Inline[] }

type Block =
  | { kind: 'heading'; level: 2 | 3; inside: Inline[] }
  | { kind: 'paragraph'; inside: Inline[] }
  | { kind: 'list'; start: number | null; items: Inline[][] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'rule' }

export interface RichText {
  /** Safe to put into a page as it is. Headings begin at h2: the page's title is the h1. */
  html: string
  /** The words without marks, one line a block. */
  text: string
  wordCount: number
}

/** Makes HTML and plain words of an author's text, with any line ends: browsers send `\r\n` from forms. */
export function renderMarkdown(source: string): RichText {
  const blocks = blocksOf(linesOf(source), false)
  const text = blocks.map(words).join('\n')
  return { html: blocks.map(html).join('\n'), text, wordCount: countWords(text) }
}

/** Words as a reader counts them: runs with at least one letter or digit. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/** The beginning of a text for lists and search engines, cut at a word; headings are left out. */
export function excerptOf(source: string, length: number): string {
  const said = blocksOf(linesOf(source), false).filter(({ kind }) => kind !== 'heading')
  const line = said.map(words).join(' ').replace(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  const cut = line.slice(0, length)
  const end = cut.lastIndexOf(' ')
  return `${(end > 0 ? cut.slice(0, end) : cut).toWellFormed()} …`
}

/**
 * Lines without their ends and without blanks before them. Below, `.` must match whatever is in a line: one that looks
 * like a list item here and like none there would never be done with.
 */
function linesOf(source: string): string[] {
  return source.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => line.trimEnd())
}

const heading = /^(#{1,6})[ \t]+(.*)$/
const rule = /^(?:-{3,}|\*{3,}|_{3,})$/
const bullet = /^ {0,3}[-*+•][ \t]+(.*)$/
const numbered = /^ {0,3}(\d{1,6})[.)][ \t]+(.*)$/

function blocksOf(lines: readonly string[], isQuoted: boolean): Block[] {
  const blocks: Block[] = []
  let isUnderHeading = false
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    const mark = isQuoted ? null : heading.exec(line)
    if (line.trim() === '') at += 1
    else if (mark) {
      const level = (mark[1] ?? '').length > 2 && isUnderHeading ? 3 : 2
      if (level === 2) isUnderHeading = true
      blocks.push({ kind: 'heading', level, inside: inline(mark[2] ?? '') })
      at += 1
    } else if (rule.test(line.trim())) {
      blocks.push({ kind: 'rule' })
      at += 1
    } else if (!isQuoted && line.startsWith('>')) {
      const end = endOf(lines, at, (each) => each.startsWith('>'))
      const quoted = lines.slice(at, end).map((each) => each.replace(/^> ?/, ''))
      blocks.push({ kind: 'quote', blocks: blocksOf(quoted, true) })
      at = end
    } else if (isItem(line)) {
      const list = listAt(lines, at)
      blocks.push(list.block)
      at = list.end
    } else {
      const end = endOf(lines, at + 1, (each) => each.trim() !== '' && !beginsBlock(each, isQuoted))
      const said = lines.slice(at, end).map((each) => each.trim())
      blocks.push({ kind: 'paragraph', inside: inline(said.join('\n')) })
      at = end
    }
  }
  return blocks
}

function isItem(line: string): boolean {
  return bullet.test(line) || numbered.test(line)
}

function beginsBlock(line: string, isQuoted: boolean): boolean {
  if (isItem(line) || rule.test(line.trim())) return true
  return !isQuoted && (line.startsWith('>') || heading.test(line))
}

function endOf(lines: readonly string[], from: number, belongs: (line: string) => boolean): number {
  let end = from
  while (end < lines.length && belongs(lines[end] ?? '')) end += 1
  return end
}

/** Items of one kind; a blank line between two of them does not end the list. */
function listAt(lines: readonly string[], from: number): { block: Block; end: number } {
  const form = bullet.test(lines[from] ?? '') ? bullet : numbered
  const start = form === numbered ? Number(numbered.exec(lines[from] ?? '')?.[1]) : null
  const items: Inline[][] = []
  let at = from
  for (;;) {
    const found = form.exec(lines[at] ?? '')
    if (!found) break
    const end = endOf(lines, at + 1, (each) => each.trim() !== '' && !beginsBlock(each, false))
    const more = lines.slice(at + 1, end).map((each) => each.trim())
    items.push(inline([found.at(-1) ?? '', ...more].join('\n')))
    at = end
    if ((lines[at] ?? 'end').trim() === '' && form.test(lines[at + 1] ?? '')) at += 1
  }
  return { block: { kind: 'list', start, items }, end: at }
}

/*
 * One of: an escaped sign, a link with words, **bold** or __bold__, *italic*, _italic_ outside of words, a bare address.
 * Each repetition has a bound, so that no text takes longer than its length times that bound.
 */
const marks =
  /\\([\\`*_{}[\]()#+.!>~|-])|\[([^[\]\n]{1,300})\]\((https?:\/\/(?:[^\s()<>]|\([^\s()<>]{0,100}\)){1,800})\)|\*\*(?=[^\s*])((?:[^*]|\*(?!\*)){1,500})\*\*|__(?=[^\s_])([^_]{1,500})__|\*(?=[^\s*])([^*\n]{1,500})\*|(?<![\p{L}\p{N}_])_(?=[^\s_])([^_\n]{1,500})_(?![\p{L}\p{N}_])|(https?:\/\/[^\s<>()[\]*"'`]{1,800})/gu
const deepest = 4

function inline(text: string, depth = 0, isInLink = false): Inline[] {
  const found: Inline[] = []
  let from = 0
  const inner = (part: string) => inline(part, depth + 1, isInLink)
  for (const match of depth < deepest ? text.matchAll(marks) : []) {
    const [whole, sign, label, target, starred, lined, star, low, bare] = match
    let node: Inline | undefined
    let length = whole.length
    if (sign !== undefined) node = textNode(sign)
    else if (starred ?? lined) node = { kind: 'strong', inside: inner(starred ?? lined ?? '') }
    else if (star ?? low) node = { kind: 'em', inside: inner(star ?? low ?? '') }
    else if (!isInLink) {
      const address = bare?.replace(/[.,;:!?]{1,5}$/, '') ?? target ?? ''
      if (bare !== undefined) length = address.length
      const href = safeAddress(address)
      const inside = bare === undefined ? inline(label ?? '', depth + 1, true) : [textNode(address)]
      if (href !== undefined) node = { kind: 'link', href, inside }
    }
    if (node === undefined) continue
    found.push(...lines(text.slice(from, match.index)), node)
    from = match.index + length
  }
  found.push(...lines(text.slice(from)))
  return found
}

function textNode(text: string): Inline {
  return { kind: 'text', text }
}

/** A single line end is one for the reader, too: people who do not know Markdown write like that. */
function lines(text: string): Inline[] {
  if (text === '') return []
  return text.split('\n').flatMap((line, index) => {
    const said = line === '' ? [] : [textNode(line)]
    return index === 0 ? said : [{ kind: 'break' } as const, ...said]
  })
}

/** Only http and https, and no name or password before the host: it would hide where a link leads. */
function safeAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  return url.username === '' && url.password === '' ? url.href : undefined
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')
}

function html(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${inlineHtml(block.inside)}</h${block.level}>`
    case 'paragraph':
      return `<p>${inlineHtml(block.inside)}</p>`
    case 'quote':
      return `<blockquote>${block.blocks.map(html).join('')}</blockquote>`
    case 'rule':
      return '<hr>'
    case 'list': {
      const items = block.items.map((item) => `<li>${inlineHtml(item)}</li>`).join('')
      if (block.start === null) return `<ul>${items}</ul>`
      return `<ol${block.start === 1 ? '' : ` start="${block.start}"`}>${items}</ol>`
    }
  }
}

function inlineHtml(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return escaped(node.text)
      if (node.kind === 'break') return '<br>'
      const inside = inlineHtml(node.inside)
      if (node.kind !== 'link') return `<${node.kind}>${inside}</${node.kind}>`
      return `<a href="${escaped(node.href)}" rel="ugc nofollow noopener">${inside}</a>`
    })
    .join('')
}

function words(block: Block): string {
  if (block.kind === 'rule') return ''
  if (block.kind === 'quote') return block.blocks.map(words).join(' ')
  if (block.kind === 'list') return block.items.map(inlineWords).join(' ')
  return inlineWords(block.inside)
}

function inlineWords(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return node.text
      return node.kind === 'break' ? ' ' : inlineWords(node.inside)
    })
    .join('')
}

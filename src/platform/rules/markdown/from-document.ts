/** A node of an editor's document (ProseMirror's JSON). */
export interface DocumentNode {
  type?: string
  attrs?: Record<string, unknown>
  content?: DocumentNode[]
  marks?: { type: string; attrs?: Record<string, unknown> }[]
  text?: string
}

/** Whose text it is: posts of authors have two headings and no code; lines end where they end. Editors' texts have all of Markdown. */
export type Dialect = 'post' | 'editors'

/**
 * The Markdown of a document: what the server makes of it is what stood in the editor. Marks a reader could take for
 * formatting are escaped.
 */
export function markdownOf(document: DocumentNode, dialect: Dialect = 'post'): string {
  return blocksOf(document.content, { depth: 0, dialect }).join('\n\n')
}

/** Where a block stands. */
interface Place {
  depth: number
  dialect: Dialect
}

const inside = ({ depth, dialect }: Place): Place => ({ depth: depth + 1, dialect })

function blocksOf(nodes: readonly DocumentNode[] = [], place: Place): string[] {
  const found: string[] = []
  let former: DocumentNode | undefined
  let isOther = false
  for (const node of nodes) {
    // Two lists one after the other are one list unless their signs differ.
    isOther = node.type === former?.type && !isOther
    const blocks = blockOf(node, place, isOther)
    if (blocks.length > 0) former = node
    found.push(...blocks)
  }
  return found
}

function blockOf(node: DocumentNode, place: Place, isOther: boolean): string[] {
  const { content } = node
  switch (node.type) {
    case 'heading':
      return [headingOf(node, place)].filter((text) => text !== '')
    case 'blockquote': {
      const text = blocksOf(content, inside(place)).join('\n\n')
      return text === '' ? [] : [text.replace(/^/gm, '> ')]
    }
    case 'bulletList':
      return listOf(content, () => (isOther ? '* ' : '- '), place)
    case 'orderedList': {
      const start = Number(node.attrs?.start ?? 1)
      return listOf(content, (index) => `${start + index}${isOther ? ')' : '.'} `, place)
    }
    case 'table':
      return tableOf(content)
    case 'horizontalRule':
      return ['---']
    case 'codeBlock':
      return [codeBlockOf(node)]
    case 'asWritten':
      return [String(node.attrs?.text ?? '')]
    case 'picture':
      return [
        `![${oneLine(escaped(String(node.attrs?.alt ?? '')))}](picture:${Number(node.attrs?.id)}${titleOf(node)})`,
      ]
    case 'material':
      return [`[${oneLine(escaped(String(node.attrs?.title ?? '')))}](material:${Number(node.attrs?.id)})`]
    default:
      return place.dialect === 'editors' ? brokenOf(content) : paragraphsOf(content)
  }
}

function headingOf({ attrs, content }: DocumentNode, { depth, dialect }: Place): string {
  const words = oneLine(inlineOf(content))
  const isEditors = dialect === 'editors'
  if (words === '' || (depth > 0 && !isEditors)) return lineStart(words)
  // A closing run of # would be taken for the end of the heading, and what is in braces for its name.
  const text = words.replace(/(#+)$/, '\\$1').replace(isEditors ? /\}$/ : /$^/, reference('}'))
  if (!isEditors) return `${Number(attrs?.level) > 2 ? '###' : '##'} ${text}`
  const name = attrs?.name ? ` { #${String(attrs.name)} }` : ''
  return `${'#'.repeat(Number(attrs?.level ?? 2))} ${text}${name}`
}

/** Longer fences than any run of ticks inside. */
function codeBlockOf({ attrs, content = [] }: DocumentNode): string {
  const text = content.map((node) => node.text ?? '').join('')
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length)
  const fence = '`'.repeat(Math.max(3, ...runs.map((length) => length + 1)))
  return `${fence}${String(attrs?.language ?? '')}\n${text}${text === '' ? '' : '\n'}${fence}`
}

function titleOf({ attrs }: DocumentNode): string {
  const title = oneLine(String(attrs?.credit ?? ''))
  return title === ''
    ? ''
    : ` "${title.replace(/["\\&]/g, (letter) => (letter === '\\' ? reference(letter) : `\\${letter}`))}"`
}

/** A paragraph whose breaks are told by a backslash. */
function brokenOf(content: readonly DocumentNode[] = []): string[] {
  const text = inlineOf(content)
    .split('\n')
    .map((line) => lineStart(oneLine(line)))
    .join('\n')
    .replace(/^\n+|\n+$/g, '')
    // A blank line would end the paragraph.
    .replace(/\n{2,}/g, '\n')
    .replaceAll('\n', '\\\n')
  return text.trim() === '' ? [] : [text]
}

/** A blank line in a paragraph is the end of it. */
function paragraphsOf(content: readonly DocumentNode[] = []): string[] {
  return inlineOf(content)
    .split(/\n(?:[ \t\u00a0]*\n)+/)
    .map((text) =>
      text
        .split('\n')
        .map((line) => lineStart(line.trim()))
        .filter((line) => line !== '')
        .join('\n'),
    )
    .filter((text) => text !== '')
}

function listOf(
  items: readonly DocumentNode[] = [],
  sign: (index: number) => string,
  place: Place,
): string[] {
  const lines = items.map((item, index) => {
    const mark = sign(index)
    const text = blocksOf(item.content, inside(place)).reduce(
      (before, block) => `${before}${gap(item, block)}${block}`,
      '',
    )
    return `${mark}${text.trimStart()}`.replace(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`).trimEnd()
  })
  return lines.length === 0 ? [] : [lines.join('\n')]
}

/** A list follows its words at once; two paragraphs are apart, and so is a list that a line of words could swallow. */
function gap({ content = [] }: DocumentNode, block: string): string {
  const isLoose = content.filter(({ type }) => type === 'paragraph').length > 1
  return !isLoose && /^(?:[-*]|1[.)]) /.test(block) ? '\n' : '\n\n'
}

function tableOf(rows: readonly DocumentNode[] = []): string[] {
  const cells = rows.map(({ content = [] }) => content.map(cellOf))
  const width = Math.max(0, ...cells.map((row) => row.length))
  const [head, ...body] = cells.map(
    (row) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`,
  )
  return head === undefined ? [] : [[head, `|${' --- |'.repeat(width)}`, ...body].join('\n')]
}

function cellOf({ content = [] }: DocumentNode): string {
  return oneLine(content.map((block) => inlineOf(block.content?.map(inCell))).join(' '))
}

/** A stroke ends a cell, in code as well; there no Markdown can say a backslash before one. */
function inCell(node: DocumentNode): DocumentNode {
  const isCode = node.marks?.some(({ type }) => type === 'code')
  return isCode ? { ...node, text: node.text?.replace(/\\*\|/g, '\\|') ?? '' } : node
}

type Mark = 'link' | 'bold' | 'italic'
/** From the outside in. */
const order: readonly Mark[] = ['link', 'bold', 'italic']
const signs = { bold: '**', italic: '_' } as const

/** Words with their marks: neighbours of one mark are one run. */
function inlineOf(nodes: readonly DocumentNode[] = [], marks: readonly Mark[] = order): string {
  const [outer, ...inner] = marks
  if (outer === undefined) return nodes.map(wordsOf).join('')
  let text = ''
  for (let at = 0; at < nodes.length; ) {
    const mark = markOf(nodes[at], outer)
    let end = at + 1
    while (end < nodes.length && sameMark(mark, markOf(nodes[end], outer))) end += 1
    const words = inlineOf(nodes.slice(at, end), inner)
    text = joined(text, mark === undefined ? words : marked(outer, words, mark.attrs))
    at = end
  }
  return text
}

type Found = NonNullable<DocumentNode['marks']>[number] | undefined

function markOf(node: DocumentNode | undefined, type: Mark): Found {
  return node?.marks?.find((each) => each.type === type)
}

function sameMark(one: Found, other: Found): boolean {
  return one?.type === other?.type && one?.attrs?.href === other?.attrs?.href
}

function wordsOf({ type, text = '', marks }: DocumentNode): string {
  if (marks?.some((mark) => mark.type === 'code')) return codeOf(text)
  return type === 'hardBreak' ? '\n' : escaped(text)
}

function codeOf(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length)
  let length = 1
  while (runs.includes(length)) length += 1
  const ticks = '`'.repeat(length)
  // One blank on each side is taken away again.
  const pad = /^`|`$|^ .* $/s.test(text) && text.trim() !== '' ? ' ' : ''
  return ticks + pad + text + pad + ticks
}

function marked(mark: Mark, text: string, attrs: Record<string, unknown> = {}): string {
  const words = text.trim()
  if (words === '') return text
  const at = text.indexOf(words)
  const [before, after] = [text.slice(0, at), text.slice(at + words.length)]
  if (mark !== 'link') return `${before}${signs[mark]}${words}${signs[mark]}${after}`
  return `${before}[${words}](${linkable(String(attrs.href ?? ''))})${after}`
}

/** An address as it may stand in round brackets. */
function linkable(href: string): string {
  return href.replace(/[\s()\\<>]/g, (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** What is a letter to a parser of Markdown: signs like emoji are, to one of an older edition. */
const lastLetter = /(?:[\p{L}\p{N}]|(?![!-~])\p{S})$/u
const firstLetter = /^(?:[\p{L}\p{N}]|(?![!-~])\p{S})/u
/** The end of bold or slanted words that a letter must not follow. */
const openEnd = /(?:[^\p{L}\p{N}]\*\*|(?<!\\)_)$/u
const anyEnd = /(?:(?<!\\)\*\*|(?<!\\)_)$/
const startsWithSign = /^(?:\*\*|_)(.)/u
const escapedSign = /\\([*_])$/
const firstEscapedSign = /^\\([*_])/

/**
 * A sign of formatting between a letter and a mark of punctuation means nothing in Markdown, and _ never does beside a
 * letter: that letter is written by its number, and so is a sign that is only meant as itself.
 */
function joined(before: string, after: string): string {
  const [, inner = ''] = startsWithSign.exec(after) ?? []
  if (inner !== '') {
    const meant = escapedSign.exec(before)
    if (meant) return before.slice(0, -2) + reference(meant[1] as string) + after
    const outer = lastLetter.exec(before)?.[0]
    if (outer && (after.startsWith('_') || !/[\p{L}\p{N}]/u.test(inner)))
      return before.slice(0, -outer.length) + reference(outer) + after
  }
  const meant = anyEnd.test(before) ? firstEscapedSign.exec(after) : null
  if (meant) return before + reference(meant[1] as string) + after.slice(2)
  const next = firstLetter.exec(after)?.[0]
  return next && openEnd.test(before) ? before + reference(next) + after.slice(next.length) : before + after
}

function reference(letter: string): string {
  return `&#${letter.codePointAt(0)};`
}

const address = /https?:\/\/[\w\-./?=&%#+:~,;@!$]+/g

/** Text as it says itself and nothing else; bare addresses stay as they are, readers get them as links. */
function escaped(text: string): string {
  let from = 0
  let found = ''
  for (const match of text.matchAll(address)) {
    found += escapedWords(text.slice(from, match.index)) + match[0]
    from = match.index + match[0].length
  }
  return found + escapedWords(text.slice(from))
}

/** A backslash itself by its number: one before a sign always takes the meaning off it. */
function escapedWords(text: string): string {
  return text.replace(/[\\*_[\]<`|~&]|!$/g, (letter) => (letter === '\\' ? reference(letter) : `\\${letter}`))
}

/** What would begin a heading, a list, a quote, a rule. */
function lineStart(line: string): string {
  return line.replace(/^([#>+=-])/, '\\$1').replace(/^(\d{1,9})([.)])/, '$1\\$2')
}

/** Blanks that keep words together are meant. */
function oneLine(text: string): string {
  return text.replace(/[^\S\u00a0\u202f]+/g, ' ').replace(/^ | $/g, '')
}

import type {
  BlockContent,
  Link,
  List,
  Nodes,
  Paragraph,
  PhrasingContent,
  Root,
  RootContent,
  Table,
} from 'mdast'
import { shorten } from '../text/shorten.ts'
import { embedOf, isEmbed } from './embeds.ts'
import { denseElementsOf, writeHtml } from './html.ts'
import { parseMarkdown, wordsOf } from './tree.ts'

export interface RichText {
  /** Safe to put into a page as it is. Headings begin at h2: the page's title is the h1. */
  html: string
  /** The words without marks, one line a block. */
  text: string
  wordCount: number
  /** The beginning of the text for lists and search engines, cut at a word; headings are left out. */
  excerpt: (length: number) => string
  /** Running text: no headings, lists or the lines that introduce lists. */
  paragraphs: () => string[]
}

/**
 * The part of Markdown a member's text may use: headings, paragraphs, lists, quotes, rules, bold, italic, links; in an
 * author's article also tables, own pictures and own materials (`embeds.ts`). Everything else, HTML above all, is shown
 * as it was typed.
 */
export function renderMarkdown(source: string, { isArticle = false } = {}): RichText {
  const tree = membersTree(source, isArticle)
  const html = writeHtml(denseElementsOf(tree))
  // Pages want the HTML; the rest is read from the tree when it is asked for.
  return {
    html,
    get text() {
      return tree.children.map(wordsOf).join('\n')
    },
    get wordCount() {
      return countWords(this.text)
    },
    excerpt: (length: number) => beginningOf(tree, length),
    paragraphs: () => paragraphsOf(tree),
  }
}

/** Words as a reader counts them: runs with at least one letter or digit. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

function beginningOf(tree: Root, length: number): string {
  const said = tree.children.filter((node) => node.type !== 'heading' && !isEmbed(node))
  // Of a long text only the beginning is looked through.
  return shorten(
    withoutMarks(
      said
        .map(wordsOf)
        .join(' ')
        .slice(0, length * 20),
    ),
    length,
  )
}

/** What was typed as a link or as HTML and is none here: its words stay, its marks are nothing to read in a list. */
function withoutMarks(words: string): string {
  return words
    .replace(/!?\[([^[\]\n]{0,300})\]\((?:[^()\n]|\([^()\n]{0,300}\)){0,2000}\)/g, '$1')
    .replace(/<!--.{0,2000}?-->|<\/?[a-z][^<>\n]{0,2000}>/gis, '')
}

function paragraphsOf(tree: Root): string[] {
  return tree.children
    .filter((node) => node.type === 'paragraph' && !isEmbed(node))
    .map((node) => wordsOf(node).replace(/\s+/g, ' ').trim())
    .filter((words) => words !== '' && !words.endsWith(':'))
}

/** What is nested deeper is shown as typed: no text may be deeper than a call stack. */
const deepest = 24
const mostMarkers = 6

/** A letter that stands for _ inside of words, which never means anything there and costs the parser its speed. */
const lowLine = '\ue000'
const insideWord = /(?<=[\p{L}\p{N}_])_(?=[\p{L}\p{N}_])/gu

/** Marks a text of a person never reaches; what follows is shown as typed: the parser weighs each pair of them. */
const mostMarks = 2000
const mark = /\\?[*_[]/g

const rule = /^[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$/
const manyMarkers = new RegExp(
  `^((?:[ \\t]*(?:>|(?:[-*+]|\\d{1,9}[.)])[ \\t])){${mostMarkers}})([ \\t>*+-]|\\d{1,9}[.)][ \\t])+`,
)

function membersTree(source: string, isArticle: boolean): Root {
  const text = source
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) =>
      rule.test(line) ? line : line.replace(/^( {0,3})•(?=[ \t])/, '$1-').replace(manyMarkers, '$1'),
    )
    .join('\n')
    .replace(insideWord, lowLine)
  const tree = parseMarkdown(limitMarks(text), { isArticle })
  const reader = { hasHeading: false, isArticle }
  return { type: 'root', children: tree.children.flatMap((node) => blockOf(reader, node, 0)) }
}

function limitMarks(text: string): string {
  let count = 0
  return text.replace(mark, (typed) => {
    count += 1
    return count > mostMarks && typed.length === 1 ? `\\${typed}` : typed
  })
}

/** Whether a heading came before: what is below it begins at h3. */
interface Reader {
  hasHeading: boolean
  isArticle: boolean
}

/** More columns are for a sheet of paper, not for a page on a phone. */
const mostColumns = 8

function blockOf(reader: Reader, node: RootContent, depth: number): BlockContent[] {
  if (depth > deepest) return [asTyped(node)]
  switch (node.type) {
    case 'thematicBreak':
      return [{ type: 'thematicBreak' }]
    case 'paragraph':
      return [
        embedIn(reader, node, depth) ?? {
          type: 'paragraph',
          children: inlineOf(reader, node.children, depth),
        },
      ]
    case 'heading': {
      const children = inlineOf(reader, node.children, depth)
      if (depth > 0) return [{ type: 'paragraph', children }]
      const isBelow = node.depth > 2 && reader.hasHeading
      reader.hasHeading = true
      return [{ type: 'heading', depth: isBelow ? 3 : 2, children }]
    }
    case 'blockquote':
      return [
        { type: 'blockquote', children: node.children.flatMap((each) => blockOf(reader, each, depth + 1)) },
      ]
    case 'list':
      return [listOf(reader, node, depth)]
    case 'table':
      return [(node.children[0]?.children.length ?? 0) <= mostColumns ? tableOf(reader, node) : asTyped(node)]
    default:
      return [asTyped(node)]
  }
}

function embedIn({ isArticle }: Reader, node: Paragraph, depth: number): Paragraph | undefined {
  return isArticle && depth === 0 ? embedOf(node) : undefined
}

function tableOf(reader: Reader, table: Table): Table {
  const children = table.children.map((row) => ({
    ...row,
    children: row.children.map((cell) => ({ ...cell, children: inlineOf(reader, cell.children, 1) })),
  }))
  return { type: 'table', children }
}

/** A blank line between two items says nothing; two paragraphs in one do. */
function listOf(reader: Reader, list: List, depth: number): List {
  return {
    type: 'list',
    ordered: list.ordered ?? false,
    start: list.start ?? null,
    spread: false,
    children: list.children.map((item) => ({
      type: 'listItem',
      spread: item.children.filter(({ type }) => type === 'paragraph').length > 1,
      children: item.children.flatMap((each) => blockOf(reader, each, depth + 1)),
    })),
  }
}

function inlineOf(reader: Reader, nodes: readonly PhrasingContent[], depth: number): PhrasingContent[] {
  return joined(nodes).flatMap((node) => phraseOf(reader, node, depth + 1))
}

function phraseOf(reader: Reader, node: PhrasingContent, depth: number): PhrasingContent[] {
  const inside = (children: readonly PhrasingContent[]) => inlineOf(reader, children, depth)
  if (node.type === 'text') return textOf(node.value)
  if (node.type === 'break') return [{ type: 'break' }]
  if (depth <= deepest) {
    if (node.type === 'strong' || node.type === 'emphasis')
      return [{ type: node.type, children: inside(node.children) }]
    const address = node.type === 'link' ? safeAddress(plain(node.url)) : undefined
    if (node.type === 'link' && address !== undefined)
      return [linkTo(address, inside(node.children).flatMap(unlinked))]
  }
  return textOf(typed(node), false)
}

function unlinked(node: PhrasingContent): PhrasingContent[] {
  if (node.type === 'link') return node.children
  return 'children' in node
    ? [{ ...node, children: node.children.flatMap(unlinked) } as PhrasingContent]
    : [node]
}

function joined(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const found: PhrasingContent[] = []
  for (const node of nodes) {
    const last = found.at(-1)
    if (node.type === 'text' && last?.type === 'text')
      found[found.length - 1] = { type: 'text', value: last.value + node.value }
    else found.push(node)
  }
  return found
}

const addressOrLine = /(https?:\/\/[^\s<>()[\]*"'`]{1,800})|\n/g

/** Words, with bare addresses as links; a line end is one for the reader, too: not everybody knows Markdown. */
function textOf(value: string, hasLinks = true): PhrasingContent[] {
  const text = plain(value)
  const found: PhrasingContent[] = []
  let from = 0
  for (const match of text.matchAll(addressOrLine)) {
    const typed = match[1]?.replace(/[.,;:!?]{1,5}$/, '')
    const address = typed === undefined || !hasLinks ? undefined : safeAddress(typed)
    if (typed !== undefined && address === undefined) continue
    if (match.index > from) found.push({ type: 'text', value: text.slice(from, match.index) })
    found.push(
      address === undefined ? { type: 'break' } : linkTo(address, [{ type: 'text', value: typed ?? '' }]),
    )
    from = match.index + (typed ?? '\n').length
  }
  if (from < text.length) found.push({ type: 'text', value: text.slice(from) })
  return found
}

function linkTo(url: string, children: PhrasingContent[]): Link {
  return {
    type: 'link',
    url,
    data: { hProperties: { rel: ['ugc', 'nofollow', 'noopener'] } },
    children: children as Link['children'],
  }
}

function asTyped(node: Nodes): Paragraph {
  return { type: 'paragraph', children: textOf(typed(node), false) }
}

/** About what was typed: the tree does not say it to the letter. */
function typed(node: Nodes): string {
  switch (node.type) {
    case 'html':
    case 'code':
      return node.value
    case 'inlineCode':
      return `\`${node.value}\``
    case 'image':
      return `![${node.alt ?? ''}](${node.url})`
    case 'link':
      return node.url === `mailto:${wordsOf(node)}` ? wordsOf(node) : `[${wordsOf(node)}](${node.url})`
    case 'delete':
      return `~~${wordsOf(node)}~~`
    case 'imageReference':
      return `![${node.alt ?? ''}]`
    case 'linkReference':
      return `[${wordsOf(node)}]`
    case 'definition':
      return `[${node.label ?? node.identifier}]: ${node.url}`
    default:
      return wordsOf(node)
  }
}

function plain(text: string): string {
  return text.replaceAll(lowLine, '_')
}

/** Only http and https, and no name or password before the host: it would hide where a link leads. */
function safeAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  return url.username === '' && url.password === '' ? url.href : undefined
}

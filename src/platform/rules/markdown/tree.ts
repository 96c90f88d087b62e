import type { Nodes, Root } from 'mdast'
import { markdownToMdast } from 'satteri'

export interface ParseOptions {
  /** Editors' texts: tables and the like, frontmatter, and `## Words { #id }`. */
  isEditors?: boolean
  /** Posts of authors: tables. */
  isArticle?: boolean
}

/** The syntax tree of a text (mdast), by the parser that Astro uses itself. HTML in it is a leaf like any other. */
export function parseMarkdown(
  source: string,
  { isEditors = false, isArticle = false }: ParseOptions = {},
): Root {
  const features = {
    gfm: isEditors || (isArticle && { footnotes: false }),
    frontmatter: isEditors,
    headingAttributes: isEditors,
  }
  return markdownToMdast(source, { features, position: false }) as Root
}

const blocks = new Set([
  'paragraph',
  'heading',
  'listItem',
  'list',
  'blockquote',
  'table',
  'tableRow',
  'tableCell',
])

/** The words without marks; blocks and lines are set apart by a blank. However deep the tree is. */
export function wordsOf(node: Nodes): string {
  const open: (Nodes | string)[] = [node]
  let words = ''
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') words += next
    else if ('children' in next) {
      const edge = blocks.has(next.type) ? ' ' : ''
      open.push(edge, ...next.children.toReversed(), edge)
    } else if (next.type === 'break') words += ' '
    else if ('value' in next && next.type !== 'html' && next.type !== 'yaml') words += next.value
  }
  return words.replace(/\s+/g, ' ').trim()
}

import type { Element, Root as HtmlRoot, RootContent } from 'hast'
import type { Nodes } from 'mdast'
import { elementsOf, writeHtml } from '#platform/rules/markdown/html.ts'
import { wordsOf } from '#platform/rules/markdown/tree.ts'
import type { ArticleText } from './article-text.ts'

/** A text as the two parts of a mail. */
export interface LetterText {
  html: string
  text: string
}

/** Mail programs read no style sheet. */
const styles: Readonly<Record<string, string>> = {
  h2: 'margin:24px 0 8px;font-size:20px;line-height:28px;',
  h3: 'margin:20px 0 8px;font-size:17px;line-height:24px;',
  p: 'margin:12px 0;',
  a: 'color:inherit;text-decoration:underline;',
  ul: 'margin:12px 0;padding-left:24px;',
  ol: 'margin:12px 0;padding-left:24px;',
  blockquote: 'margin:12px 0;padding-left:16px;border-left:3px solid #a9b6ba;',
  img: 'display:block;max-width:100%;height:auto;',
  th: 'padding:6px 12px 6px 0;text-align:left;border-bottom:1px solid #a9b6ba;',
  td: 'padding:6px 12px 6px 0;border-bottom:1px solid #e3ded2;',
}

/** A text as a mail shows it: addresses of links and pictures by `addressOf`, which makes them whole. */
export function letterText({ tree }: ArticleText, addressOf: (href: string) => string): LetterText {
  const root = elementsOf(tree)
  for (const element of elementsIn(root)) {
    const { properties, tagName } = element
    for (const name of ['href', 'src'])
      if (typeof properties[name] === 'string') properties[name] = addressOf(properties[name])
    if (styles[tagName]) properties.style = styles[tagName]
  }
  return {
    html: writeHtml(root),
    text: tree.children
      .map((node) => plain(node, addressOf))
      .filter(Boolean)
      .join('\n\n'),
  }
}

function elementsIn(node: HtmlRoot | RootContent): Element[] {
  if (node.type !== 'element' && node.type !== 'root') return []
  const below = node.children.flatMap(elementsIn)
  return node.type === 'element' ? [node, ...below] : below
}

/** The words with the addresses behind them. */
function plain(node: Nodes, addressOf: (href: string) => string): string {
  if (node.type === 'yaml' || node.type === 'html') return ''
  if (node.type === 'list')
    return node.children
      .map((item, at) => {
        const words = item.children.map((child) => plain(child, addressOf)).join('\n')
        return `${node.ordered ? `${(node.start ?? 1) + at}.` : '-'} ${words}`
      })
      .join('\n')
  if (node.type === 'link') return `${wordsOf(node)} (${addressOf(node.url)})`
  if (node.type === 'image') return node.alt ? `[${node.alt}]` : ''
  if (node.type === 'break') return '\n'
  if (node.type === 'table')
    return node.children.map((row) => row.children.map(wordsOf).join(' | ')).join('\n')
  if ('children' in node) {
    const separator = node.type === 'blockquote' ? '\n\n' : ''
    return node.children.map((child) => plain(child, addressOf)).join(separator)
  }
  return 'value' in node ? node.value : ''
}

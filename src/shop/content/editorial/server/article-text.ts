import GithubSlugger from 'github-slugger'
import type { Element, ElementContent, Root as HtmlRoot, RootContent } from 'hast'
import type { Root } from 'mdast'
import { parse as parseYaml } from 'yaml'
import { elementsOf, writeHtml } from '#platform/rules/markdown/html.ts'
import { parseMarkdown } from '#platform/rules/markdown/tree.ts'

export interface ArticleText {
  /** The lines at the top. */
  head: Record<string, unknown>
  /** What follows them. */
  tree: Root
}

export interface ArticleLook {
  hrefOf: (href: string) => string
  /** Puts soft hyphens into what is read. */
  hyphenate?: (text: string) => string
  hasQuestions?: boolean
}

/** Reads a file of `src/shop/content/editorial/texts`: the lines between two `---` are YAML, the rest is Markdown. */
export function readArticleText(source: string): ArticleText {
  const tree = parseMarkdown(source.replaceAll('\r\n', '\n'), { isEditors: true })
  const [first] = tree.children
  const head: unknown = first?.type === 'yaml' ? parseYaml(first.value) : undefined
  return { head: typeof head === 'object' && head !== null ? { ...head } : {}, tree }
}

/**
 * The text as HTML: links resolved by `hrefOf`, every heading with an id, and, where there are questions, each third
 * heading with what follows it as one that unfolds. HTML in the text is left out.
 */
export function articleHtml({ tree }: ArticleText, options: ArticleLook): string {
  const elements = namedElements(tree)
  for (const element of elementsIn(elements)) {
    const { tagName, properties } = element
    if (tagName === 'a' && typeof properties.href === 'string')
      properties.href = options.hrefOf(properties.href)
    if (options.hyphenate && tagName !== 'code') hyphenate(element, options.hyphenate)
  }
  return writeHtml(options.hasQuestions ? foldQuestions(elements) : elements)
}

/** The second headings of a text, with the ids they have in its HTML. */
export function articleContents({ tree }: ArticleText): { id: string; text: string }[] {
  return elementsIn(namedElements(tree)).flatMap((element) =>
    element.tagName === 'h2' ? [{ id: String(element.properties.id), text: textOf(element) }] : [],
  )
}

function namedElements(tree: Root): HtmlRoot {
  const elements = elementsOf(tree)
  const slugs = new GithubSlugger()
  for (const element of elementsIn(elements)) {
    if (/^h[1-6]$/.test(element.tagName)) element.properties.id ??= slugs.slug(textOf(element))
  }
  return elements
}

function hyphenate(element: Element, hyphens: (text: string) => string): void {
  for (const child of element.children) if (child.type === 'text') child.value = hyphens(child.value)
}

function foldQuestions(root: HtmlRoot): HtmlRoot {
  const folded: RootContent[] = []
  let answer: ElementContent[] | undefined
  for (const node of root.children) {
    const level = node.type === 'element' ? node.tagName : ''
    if (node.type === 'element' && level === 'h3') {
      answer = []
      folded.push(question(node, answer))
    } else if (level === 'h2' || answer === undefined) {
      answer = undefined
      folded.push(node)
    } else answer.push(node as ElementContent)
  }
  return { ...root, children: folded }
}

function question(heading: Element, answer: ElementContent[]): Element {
  const { id, ...others } = heading.properties
  return element('details', { className: ['faq__item'], ...(id !== undefined && { id }) }, [
    element('summary', { className: ['faq__question'] }, [{ ...heading, properties: others }]),
    element('div', { className: ['faq__answer'] }, answer),
  ])
}

function element(tagName: string, properties: Element['properties'], children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children }
}

function elementsIn(node: HtmlRoot | Element): Element[] {
  return node.children.flatMap((child) => (child.type === 'element' ? [child, ...elementsIn(child)] : []))
}

function textOf(node: Element): string {
  return node.children
    .map((child) => (child.type === 'element' ? textOf(child) : 'value' in child ? child.value : ''))
    .join('')
}

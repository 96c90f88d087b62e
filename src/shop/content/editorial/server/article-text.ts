import GithubSlugger from 'github-slugger'
import type { Element, ElementContent, Root as HtmlRoot, RootContent } from 'hast'
import type { Link, Nodes, Root } from 'mdast'
import { parse as parseYaml } from 'yaml'
import { elementsOf, writeHtml } from '#platform/rules/markdown/html.ts'
import { parseMarkdown, wordsOf } from '#platform/rules/markdown/tree.ts'

export interface ArticleText {
  /** The lines at the top. */
  head: Record<string, unknown>
  /** What follows them. */
  tree: Root
}

/** A picture and who made it. */
export interface ShownPicture {
  alt: string
  credit: string
  src: string
  srcset: string
  width: number
  height: number
}

export interface ArticleLook {
  /** What `picture:12` is; undefined: it leaves no trace. */
  pictureOf?: (id: number) => ShownPicture | undefined
  hrefOf: (href: string) => string
  /** Puts soft hyphens into what is read. */
  hyphenate?: (text: string) => string
}

/** Links below a heading. */
export interface LinkGroup {
  name: string
  links: { text: string; href: string }[]
}

/** Reads a file of `src/shop/content/editorial/texts`: the lines between two `---` are YAML, the rest is Markdown. */
export function readArticleText(source: string): ArticleText {
  const tree = parseMarkdown(source.replaceAll('\r\n', '\n'), { isEditors: true })
  const [first] = tree.children
  const head: unknown = first?.type === 'yaml' ? parseYaml(first.value) : undefined
  return { head: typeof head === 'object' && head !== null ? { ...head } : {}, tree }
}

/** The text as HTML: links resolved by `hrefOf`, every heading with an id. HTML in the text is left out. */
export function articleHtml({ tree }: ArticleText, options: ArticleLook): string {
  const elements = withPictures(namedElements(tree), options)
  for (const element of elementsIn(elements)) {
    const { tagName, properties } = element
    if (tagName === 'a' && typeof properties.href === 'string')
      properties.href = options.hrefOf(properties.href)
    if (options.hyphenate && tagName !== 'code') hyphenate(element, options.hyphenate)
  }
  return writeHtml(elements)
}

/** A text of headings and lists of links as a navigation; `hrefOf` leaves a link out by undefined. */
export function linkGroups({ tree }: ArticleText, hrefOf: (href: string) => string | undefined): LinkGroup[] {
  const groups: LinkGroup[] = []
  for (const node of tree.children) {
    if (node.type === 'heading') groups.push({ name: wordsOf(node), links: [] })
    const links = node.type === 'list' ? linksIn(node) : []
    for (const link of links) {
      const href = hrefOf(link.url)
      if (href !== undefined) groups.at(-1)?.links.push({ text: wordsOf(link), href })
    }
  }
  return groups.filter(({ links }) => links.length > 0)
}

function linksIn(node: Nodes): Link[] {
  if (node.type === 'link') return [node]
  return 'children' in node ? node.children.flatMap(linksIn) : []
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

const pictureAddress = /^picture:([1-9]\d{0,14})$/
const pictureSizes = '(min-width: 48rem) 44rem, 100vw'

/** A paragraph that is nothing but a picture of ours becomes a figure; elsewhere, and unknown, a picture leaves no trace. */
function withPictures(root: HtmlRoot, { pictureOf }: ArticleLook): HtmlRoot {
  const isOurs = (node: ElementContent) =>
    node.type === 'element' && node.tagName === 'img' && pictureAddress.test(String(node.properties.src))
  const without = (node: Element): Element => ({
    ...node,
    children: node.children
      .filter((child) => !isOurs(child))
      .map((child) => (child.type === 'element' ? without(child) : child)),
  })
  const children = root.children.flatMap((node): RootContent[] => {
    if (node.type !== 'element') return [node]
    const [only, ...others] = node.children
    if (node.tagName !== 'p' || others.length > 0 || only?.type !== 'element' || !isOurs(only))
      return [without(node)]
    const [, id] = pictureAddress.exec(String(only.properties.src)) ?? []
    const picture = pictureOf?.(Number(id))
    return picture ? [figureOf(only, picture)] : []
  })
  return { ...root, children }
}

function figureOf({ properties }: Element, picture: ShownPicture): Element {
  const { src, srcset, width, height } = picture
  const alt = String(properties.alt ?? '').trim() || picture.alt
  const look = { sizes: pictureSizes, loading: 'lazy', decoding: 'async' }
  const image = element('img', { src, srcset, width, height, alt, ...look }, [])
  const credit = String(properties.title ?? '').trim() || picture.credit
  const words = credit === '' ? [] : [element('figcaption', {}, [{ type: 'text', value: credit }])]
  return element('figure', {}, [image, ...words])
}

function hyphenate(element: Element, hyphens: (text: string) => string): void {
  for (const child of element.children) if (child.type === 'text') child.value = hyphens(child.value)
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

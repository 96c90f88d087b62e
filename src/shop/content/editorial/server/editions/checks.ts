import type { Nodes } from 'mdast'
import { contentHref } from '#platform/routing/articles.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { frontmatterOf, isArticleKind, type TextCheck, type TextName } from '../../rules/contract.ts'
import { readArticleText } from '../article-text.ts'
import type { Articles } from '../articles.ts'

/**
 * What is wrong with a source, and what is missing: its fields, an address that another text has, links that lead nowhere, anchors
 * of the release that others point at (specification 2), pictures without words, worlds without it.
 */
export function checkText(articles: Articles, name: TextName, source: string): TextCheck[] {
  const { kind, world, key } = name
  const inTheWay = (code: TextCheck['code'], details: readonly string[]) =>
    details.map((detail) => ({ code, isInTheWay: true, detail }))
  let read: ReturnType<typeof readArticleText>
  try {
    read = readArticleText(source)
  } catch {
    return inTheWay('field', ['title'])
  }
  const { head, tree } = read
  const parsed = frontmatterOf(name).safeParse(head)
  const wrong = parsed.success
    ? []
    : [...new Set(parsed.error.issues.map(({ path }) => String(path[0] ?? 'title')))]
  // Who wrote it and its series are texts, too.
  const unnamed = (['writer', 'series'] as const).filter(
    (field) =>
      typeof head[field] === 'string' &&
      !articles.entries(field, world).some((each) => each.key === head[field]),
  )
  const slug = String(head.slug ?? '')
  const other = isArticleKind(kind) ? articles.bySlug(kind, world, slug) : undefined
  const isDead = (href: string) => {
    try {
      contentHref(href, world, (linked, id) => articles.byId(linked, world, id))
      return false
    } catch {
      return true
    }
  }
  const isUnknown = (address: string) => {
    const [, id] = /^picture:(\d+)$/.exec(address) ?? []
    return id !== undefined && articles.picture(Number(id)) === undefined
  }
  const nodes = nodesIn(tree)
  const inWords = nodes.flatMap((node) => (node.type === 'link' ? [node.url] : []))
  const links = [...inWords, ...(typeof head.href === 'string' ? [head.href] : [])]
  const needed = kind === 'navigation' ? neededLinks.filter((href) => !inWords.includes(href)) : []
  const pictures = nodes.flatMap((node) => (node.type === 'image' && !node.alt?.trim() ? [node.url] : []))
  const unknown = nodes.flatMap((node) => {
    return node.type === 'image' && isUnknown(node.url) ? [node.url] : []
  })
  if (isUnknown(String(head.picture ?? ''))) unknown.push(String(head.picture))
  const lost = anchorsIn(articles.shipped(name) ?? '').filter((anchor) => !anchorsIn(source).includes(anchor))
  const missing = liveWorlds().filter(
    (each) => each.world !== world && !articles.source({ kind, world: each.world, key }),
  )
  return [
    ...inTheWay('field', [...wrong, ...unnamed]),
    ...inTheWay('slug', other && other.key !== key ? [slug] : []),
    ...inTheWay('link', links.filter(isDead)),
    ...inTheWay('anchor', lost),
    ...inTheWay('picture', unknown),
    ...inTheWay('needed', needed),
    ...pictures.map((detail) => ({ code: 'alt' as const, isInTheWay: false, detail })),
    ...missing.map((each) => ({ code: 'translation' as const, isInTheWay: false, detail: each.world })),
  ]
}

/** What the law wants to be found on every page. */
const neededLinks = [
  ...['route:terms', 'route:privacy', 'route:terms#withdrawal-provisions'],
  ...['route:withdrawal', 'route:imprint'],
]

/** Anchors that are written out (`## Words { #id }`). */
function anchorsIn(source: string): string[] {
  return [...source.matchAll(/^#{1,6} .*\{ ?#([\w-]+) ?\}[ \t]*$/gm)].map(([, anchor = '']) => anchor)
}

function nodesIn(node: Nodes): Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap(nodesIn) : [])]
}

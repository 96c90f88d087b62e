import { createHmac } from 'node:crypto'
import type { Context, Deps } from '#platform/context/context.ts'
import { purposeKey } from '#platform/env/env.ts'
import { formatDate } from '#platform/i18n/format.ts'
import { translator } from '#platform/i18n/translate.ts'
import { type RouteName, routeOf, routes } from '#platform/routing/routes.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import { authorPage, cardsByIds } from '#shop/catalogue/catalogue/server/service.ts'
import type { AuthorSummary } from '#shop/catalogue/catalogue/server/types.ts'
import { hubTitle } from '#shop/catalogue/hubs/server/service.ts'
import { type ArticleKind, articleKinds } from '#shop/content/editorial/rules/contract.ts'
import { type Article, isLive } from '#shop/content/editorial/server/service.ts'
import type { PostCard } from '#shop/selling/posts/rules/contract.ts'
import { postPage } from '#shop/selling/posts/server/service.ts'

/** What a share image shows. The same facts make its address: other facts, other address. */
export interface ShareFacts {
  title: string
  byline: string
  details: string
  /** Address of the image service, or null. */
  picture: string | null
  shape: 'sheet' | 'portrait'
}

export const shareKinds = ['home', 'material', 'author', 'post', 'hub', 'page', ...articleKinds] as const
export type ShareKind = (typeof shareKinds)[number]

export interface ShareAddress {
  world: LiveWorld
  kind: ShareKind
  /** Of a `page` the name of its route. */
  id: number | RouteName
}

/** Part of every address: another drawing needs another number. */
const form = 2

/** `/og/{world}/{kind}/{id}-{hash}.png`: signed, so that nobody can have pictures made of what no page shows. */
export function shareImagePath(
  { env }: Pick<Deps, 'env'>,
  { world, kind, id }: ShareAddress,
  facts: ShareFacts,
): string {
  const { title, byline, details, picture, shape } = facts
  const text = JSON.stringify([form, env.shareFont, world, kind, id, title, byline, details, picture, shape])
  const hash = createHmac('sha256', purposeKey(env.secret, 'share-image')).update(text).digest()
  return `/og/${world}/${kind}/${id}-${hash.subarray(0, 16).toString('base64url')}.png`
}

/** What the share image of a material says. */
export function materialFacts(card: MaterialCard): ShareFacts {
  return {
    title: card.title,
    byline: card.author.name,
    details: [card.materialType, card.subject, card.grades].filter(Boolean).join('  ·  '),
    picture: card.cover && largest(card.cover.srcset, card.cover.src),
    shape: 'sheet',
  }
}

/** What the share image of an author says. */
export function authorFacts(author: AuthorSummary): ShareFacts {
  return {
    title: author.name,
    byline: author.subtitle,
    details: '',
    picture: author.avatar && largest(author.avatar.srcset, author.avatar.src),
    shape: 'portrait',
  }
}

/** `day`: when it was published, in words of its world. */
export function postFacts(post: PostCard, day: string): ShareFacts {
  return {
    title: post.title,
    byline: post.author.name,
    details: day,
    picture: post.cover && largest(post.cover.srcset, post.cover.src),
    shape: 'sheet',
  }
}

/** What the share image of a world says. */
export function homeFacts(world: LiveWorld): ShareFacts {
  const t = translator(world)
  return { title: t('home:heading'), byline: '', details: '', picture: null, shape: 'sheet' }
}

/** A landing says what it gathers; its numbers change too often for a picture. */
export function hubFacts(world: LiveWorld, name: string): ShareFacts {
  const t = translator(world)
  return { title: name, byline: t('landing:hub.label'), details: '', picture: null, shape: 'sheet' }
}

/** A page without parameters says its title, as the tab of a browser does. */
function pageFacts(world: LiveWorld, name: RouteName): ShareFacts {
  const title = translator(world)(`meta:${name}.title`).replace(/ \| Aularium$/, '')
  return { title, byline: '', details: '', picture: null, shape: 'sheet' }
}

/** A text of the editors, with the name of the place it stands in. */
function articleFacts({ kind, world, title, date }: Article): ShareFacts {
  const t = translator(world)
  const place = { magazine: 'info:magazine.title', podcast: 'info:podcast.title', help: 'help-center:title' }
  const key = Object.hasOwn(place, kind) ? place[kind as keyof typeof place] : undefined
  return {
    title,
    byline: key === undefined ? '' : t(key),
    details: kind === 'magazine' || kind === 'podcast' ? formatDate(date, world, 'long') : '',
    picture: null,
    shape: 'sheet',
  }
}

/** The picture of a page that is indexed and has no parameters; undefined for others, which have their own or none. */
export function pageShareImage(
  app: Pick<Deps, 'env'>,
  world: LiveWorld,
  name: RouteName,
): string | undefined {
  if (!isPlainPage(name)) return undefined
  return shareImagePath(app, { world, kind: 'page', id: name }, pageFacts(world, name))
}

/** The address of an article's share image, signed by what it says. */
export function articleShareImage(app: Pick<Deps, 'env'>, article: Article): string {
  const { kind, world, id } = article
  return shareImagePath(app, { world, kind, id }, articleFacts(article))
}

function isPlainPage(name: RouteName): boolean {
  const { robots, pattern } = routeOf(name)
  return robots === 'index,follow' && !pattern.includes('{')
}

/** The facts of what an address names, as they are now; undefined when there is no such page. */
export async function currentFacts(
  context: Context,
  { world, kind, id }: ShareAddress,
): Promise<ShareFacts | undefined> {
  if (kind === 'page') {
    const row = routes.find(({ name }) => name === id)
    return row && isPlainPage(row.name) ? pageFacts(world, row.name) : undefined
  }
  if (typeof id !== 'number') return undefined
  if (kind === 'home') return id === 0 ? homeFacts(world) : undefined
  if (isArticleKind(kind)) {
    const article = context.articles.byId(kind, world, id)
    return article && isLive(article) ? articleFacts(article) : undefined
  }
  if (kind === 'material') {
    const [card] = await cardsByIds(context, [id])
    return card && materialFacts(card)
  }
  if (kind === 'post') {
    const page = await postPage(context, id)
    if (page === undefined || page === 'gone' || 'redirectWorld' in page) return undefined
    return postFacts(page.post, formatDate(new Date(page.post.publishedAt), world, 'long'))
  }
  if (kind === 'hub') {
    const name = await hubTitle(context, id)
    return name === undefined ? undefined : hubFacts(world, name)
  }
  const page = await authorPage(context, id)
  if (page === undefined || page === 'gone' || 'redirectWorld' in page) return undefined
  return authorFacts(page.author)
}

function isArticleKind(kind: ShareKind): kind is ArticleKind {
  return articleKinds.some((each) => each === kind)
}

function largest(srcset: string, src: string): string {
  return srcset.split(', ').at(-1)?.split(' ')[0] || src
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Deps } from '#platform/context/context.ts'
import type { Company } from '#platform/env/env-company.ts'
import { state } from '#platform/features/state.ts'
import { softHyphens } from '#platform/i18n/hyphens.ts'
import { articlePath, contentHref, isOpen, textsTag } from '#platform/routing/articles.ts'
import { routes } from '#platform/routing/routes.ts'
import { absoluteUrl, localizedPath } from '#platform/routing/url.ts'
import { type LiveWorld, liveWorlds, worldOf } from '#platform/routing/worlds.ts'
import { wordsOf } from '#platform/rules/markdown/tree.ts'
import { clockMoment, isClockTime } from '#platform/rules/money/day.ts'
import {
  type ArticleFields,
  type ArticleKind,
  articleKinds,
  type EntryFields,
  type EntryKind,
  entryKinds,
  fixedKinds,
  frontmatterOf,
  isArticleKind,
  isEntryKind,
  type LegalKey,
  legalKeyOf,
  legalKeys,
  type TextKind,
  type TextName,
  type TextPicture,
  textKinds,
} from '../rules/contract.ts'
import {
  type ArticleText,
  articleContents,
  articleHtml,
  type LinkGroup,
  linkGroups,
  readArticleText,
} from './article-text.ts'
import { withCompany } from './company-text.ts'
import { type EditionRow, noteShipped, publicEditions } from './editions/edition-queries.ts'
import { cut } from './editions/source.ts'
import { textPicturesTag } from './events.ts'
import { type LetterText, letterText } from './letter-text.ts'
import { type PictureRow, textPictures } from './pictures/picture-queries.ts'
import { pictureView } from './pictures/picture-view.ts'

declare module '#platform/context/context.ts' {
  interface Deps {
    /** What editors have published: the texts of this release, and over them the editions in the database. */
    articles: Articles
  }
}

/** Editors' texts; read again when an editor publishes, in every process. */
export const articlesState = state({
  name: 'articles',
  make: async ({ env, db, images }) => {
    const articles = readArticles(env.company, { images })
    await noteShipped(db, shippedLegal(articles))
    articles.take(await publicEditions(db), await textPictures(db))
    return articles
  },
  reloadOn: [
    textPicturesTag,
    ...liveWorlds().flatMap(({ world }) => textKinds.map((kind) => textsTag(kind, world))),
  ],
  reload: async ({ articles, db }) => articles.take(await publicEditions(db), await textPictures(db)),
  turns: {
    next: ({ articles }, after) => articles.nextTurn(after),
    tags: ({ articles }, from, to) =>
      articles.turning(from, to).map(({ kind, world }) => textsTag(kind, world)),
  },
})

export interface Article extends ArticleFields {
  kind: ArticleKind
  world: LiveWorld
  /** Name of its file without the ending, the same in every world. */
  key: string
  /** The text without its marks, for searching. */
  text: string
}

/** A text that stands on a page of others. */
export interface Entry extends EntryFields {
  kind: EntryKind
  world: LiveWorld
  key: string
}

export interface EditorialPage {
  title: string
  updated: Date
  /** Legal documents: the day (`2026-11-30`) from which this version counts. */
  validFrom?: string | undefined
}

/** An edition as the articles need it. */
export type Edition = Pick<
  EditionRow,
  'world' | 'kind' | 'key' | 'published' | 'withdrawn_at' | 'former_slugs'
> & {
  /** The next version of a legal document, until its day. */
  announced: string | null
}

export interface Articles {
  /** By `order`, then the newest first. */
  list(kind: ArticleKind, world: LiveWorld): readonly Article[]
  byId(kind: ArticleKind, world: LiveWorld, id: number): Article | undefined
  bySlug(kind: ArticleKind, world: LiveWorld, slug: string): Article | undefined
  /** What had this slug in an address before. */
  byFormerSlug(kind: ArticleKind, world: LiveWorld, slug: string): Article | undefined
  /** Whether it was there and was taken away. */
  isWithdrawn(kind: ArticleKind, world: LiveWorld, name: { id: number } | { slug: string }): boolean
  /** Every public one of a kind, whenever it is shown; by `order`, then by its name. */
  entries(kind: EntryKind, world: LiveWorld): readonly Entry[]
  /** The links of a navigation in their groups, without those to what is not open now. */
  links(world: LiveWorld, key: string): LinkGroup[]
  /** The address of a link of a text. What leads nowhere any more leads to the world's home. */
  href(world: LiveWorld, href: string): string
  /** Kinds and worlds of which something opens or ends between two moments, the end included. */
  turning(from: Date, to: Date): { kind: TextKind; world: LiveWorld }[]
  /** When something opens or ends next. */
  nextTurn(after: Date): Date | undefined
  /** A page of the collection `info`, by the name of its file. */
  page(world: LiveWorld, key: string): EditorialPage | undefined
  /**
   * The day from which the version of a legal document in force counts: its name.
   * @throws RangeError for a document that is not there
   */
  validFrom(world: LiveWorld, key: LegalKey): string
  /** The next version of a legal document, from its announcement to its day. */
  announced(world: LiveWorld, key: LegalKey): { source: string; page: EditorialPage } | undefined
  /**
   * The words of a text of any collection as HTML, with links into the world.
   * @throws RangeError for a text that is not there
   */
  html(kind: TextKind, world: LiveWorld, key: string): string
  /**
   * The headings of a text, for its table of contents.
   * @throws RangeError for a text that is not there
   */
  contents(kind: TextKind, world: LiveWorld, key: string): readonly { id: string; text: string }[]
  /** The page of a text, of one that was taken away, too; undefined: it has none. */
  path(name: TextName): string | undefined
  /** Of a public text. */
  title(name: TextName): string | undefined
  /** The source (frontmatter and Markdown) as it is public now; undefined: there is none, or it was taken away. */
  source(name: TextName): string | undefined
  /** The source this release brings; undefined: editors began it. */
  shipped(name: TextName): string | undefined
  /** Whether nothing stands over this release in a world: then what the build wrote of its texts is true. */
  isAsShipped(world: LiveWorld): boolean
  /** Names of all texts of a kind, public in at least one world. */
  keys(kind: TextKind): readonly string[]
  /** A source as readers would see it, whatever is wrong with it; its article, where its frontmatter is sound. */
  draft(name: TextName, source: string): { html: string; article: Article | undefined }
  /** A source as readers would see it. @throws RangeError for a link that leads nowhere */
  preview(name: TextName, source: string): string
  /** A source as a mail shows it, with whole addresses. @throws RangeError for a link that leads nowhere */
  letter(name: TextName, source: string, siteUrl: string): LetterText
  /** Replaces what stands over this release. What this release cannot read any more is left out: the shipped text counts. */
  take(editions: readonly Edition[], pictures?: readonly PictureRow[]): void
  /** A picture that texts may name. */
  picture(id: number): TextPicture | undefined
}

/** A source that was read. */
interface ReadText {
  source: string
  text: ArticleText
  article?: Article
  entry?: Entry
  page?: EditorialPage
}

/**
 * Without a company (the build, which wants days and addresses alone) the words for it stay as they are.
 * Reads `src/shop/content/editorial/texts` below the working directory: Node runs this module from `src`, Astro from its bundle, and both
 * start in the project's folder.
 * @throws Error naming the file whose frontmatter is wrong; an app with half its texts must not start
 */
export function readArticles(
  company: Company | undefined,
  {
    folder = join(process.cwd(), 'src/shop/content/editorial/texts'),
    images,
  }: { folder?: string; images?: Deps['images'] } = {},
): Articles {
  const shipped = new Map<string, ReadText>()
  for (const name of filesIn(folder)) {
    const read = readText(
      name,
      readFileSync(join(folder, name.kind, name.world, `${name.key}.md`), 'utf8'),
      company,
    )
    if ('problem' in read) throw new Error(`${nameOf(name)}: ${read.problem}`)
    shipped.set(nameOf(name), read)
  }
  let shelf = shelfOf(shipped, shipped, [])
  let pictured: ReadonlyMap<number, PictureRow> = new Map()
  const picture: Articles['picture'] = (id) => {
    const row = pictured.get(id)
    return row && images && pictureView({ images }, row)
  }

  function textOf(kind: TextKind, world: LiveWorld, key: string): ArticleText {
    const found = shelf.texts.get(nameOf({ kind, world, key }))
    if (found === undefined) throw new RangeError(`content/${kind}/${world}/${key}.md is missing`)
    return found.text
  }
  const list: Articles['list'] = (kind, world) => shelf.lists.get(`${kind} ${world}`) ?? []
  const byId: Articles['byId'] = (kind, world, id) => list(kind, world).find((article) => article.id === id)
  const hrefIn = (world: LiveWorld) => (href: string) =>
    contentHref(href, world, (linked, id) => byId(linked, world, id))
  /** A public text stays readable when what it links to is taken away later: the link leads to the world's home. */
  const publicHrefIn = (world: LiveWorld) => (href: string) => {
    try {
      return hrefIn(world)(href)
    } catch (error) {
      if (error instanceof RangeError) return localizedPath('home', world)
      throw error
    }
  }
  const htmlOf = (text: ArticleText, world: LiveWorld, { hrefOf }: { hrefOf: (href: string) => string }) =>
    articleHtml(text, { hrefOf, hyphenate: (words) => softHyphens(words, world), pictureOf: picture })
  return {
    list,
    byId,
    bySlug: (kind, world, slug) => list(kind, world).find((article) => article.slug === slug),
    byFormerSlug(kind, world, slug) {
      const key = shelf.formerly.get(`${kind} ${world} ${slug}`)
      return key === undefined ? undefined : list(kind, world).find((article) => article.key === key)
    },
    isWithdrawn: (kind, world, name) =>
      shelf.withdrawn.some(
        (article) =>
          article.kind === kind &&
          article.world === world &&
          ('id' in name ? article.id === name.id : article.slug === name.slug),
      ),
    entries: (kind, world) => shelf.entries.get(`${kind} ${world}`) ?? [],
    links: (world, key) =>
      linkGroups(textOf('navigation', world, key), (href) => {
        const [, kind, id] = /^article:([a-z-]+)\/(\d+)/.exec(href) ?? []
        if (kind === undefined) return publicHrefIn(world)(href)
        const article = articleKinds.flatMap((each) =>
          each === kind ? (byId(each, world, Number(id)) ?? []) : [],
        )[0]
        return article && isOpen(article.startsAt, article.endsAt) ? publicHrefIn(world)(href) : undefined
      }),
    href: (world, href) => publicHrefIn(world)(href),
    turning: (from, to) => shelf.turns.filter(({ at }) => at > from && at <= to),
    nextTurn: (after) => shelf.turns.find(({ at }) => at > after)?.at,
    page: (world, key) => shelf.texts.get(nameOf({ kind: 'info', world, key }))?.page,
    validFrom(world, key) {
      const { validFrom } = shelf.texts.get(nameOf({ kind: 'info', world, key }))?.page ?? {}
      if (validFrom === undefined) throw new RangeError(`content/info/${world}/${key}.md has no day`)
      return validFrom
    },
    announced(world, key) {
      const next = shelf.announced.get(nameOf({ kind: 'info', world, key }))
      return next?.page && { source: next.source, page: next.page }
    },
    contents: (kind, world, key) => articleContents(textOf(kind, world, key)),
    html: (kind, world, key) => htmlOf(textOf(kind, world, key), world, { hrefOf: publicHrefIn(world) }),
    path: ({ kind, world, key }) => {
      if (kind === 'info') {
        const route = routes.find(({ name, pattern }) => name === key && !pattern.includes('{'))
        return route && localizedPath(route.name, world)
      }
      if (kind === 'writer') return localizedPath('writer', world, { slug: key })
      if (!isArticleKind(kind)) return undefined
      const isNamed = (each: Article) => each.kind === kind && each.world === world && each.key === key
      const article = list(kind, world).find(isNamed) ?? shelf.withdrawn.find(isNamed)
      return article && articlePath(kind, world, article)
    },
    title: (name) => {
      const found = shelf.texts.get(nameOf(name))
      return found?.article?.title ?? found?.entry?.title ?? found?.page?.title
    },
    source: (name) => shelf.texts.get(nameOf(name))?.source,
    shipped: (name) => shipped.get(nameOf(name))?.source,
    isAsShipped: (world) => !shelf.edited.has(world),
    keys: (kind) => shelf.keys.get(kind) ?? [],
    preview: ({ world }, source) =>
      htmlOf(readArticleText(filled(source, company, world)), world, { hrefOf: hrefIn(world) }),
    letter: ({ world }, source, siteUrl) => {
      const whole = (href: string) => (href.startsWith('/') ? absoluteUrl(siteUrl, href) : href)
      const hrefOf = hrefIn(world)
      return letterText(readArticleText(filled(source, company, world)), (href) => whole(hrefOf(href)))
    },
    draft(name, source) {
      const read = readText(name, source, company)
      const text = 'problem' in read ? readArticleText(cut(source).body) : read.text
      return {
        html: htmlOf(text, name.world, { hrefOf: publicHrefIn(name.world) }),
        article: 'problem' in read ? undefined : read.article,
      }
    },
    picture,
    take(editions, pictures = []) {
      pictured = new Map(pictures.map((row) => [row.id, row]))
      const texts = new Map(shipped)
      const before = shelf.texts
      for (const edition of editions) {
        const name = nameOfEdition(edition)
        if (edition.withdrawn_at !== null) texts.delete(nameOf(name))
        else if (edition.published !== null) {
          const known = before.get(nameOf(name))
          const read =
            known?.source === edition.published ? known : readText(name, edition.published, company)
          if (!('problem' in read)) texts.set(nameOf(name), read)
        }
      }
      shelf = shelfOf(texts, shipped, editions, company)
    },
  }
}

/** Everything that is looked up, made of the texts that are public. */
function shelfOf(
  texts: ReadonlyMap<string, ReadText>,
  shipped: ReadonlyMap<string, ReadText>,
  editions: readonly Edition[],
  company?: Company,
) {
  const lists = new Map<string, Article[]>()
  const { entries, turns } = placedOf(texts)
  const keys = new Map<TextKind, string[]>()
  for (const [name, { article }] of texts) {
    const [kind, , key] = name.split(' ') as [TextKind, LiveWorld, string]
    const known = keys.get(kind) ?? []
    if (!known.includes(key)) keys.set(kind, [...known, key])
    if (article === undefined) continue
    const place = `${article.kind} ${article.world}`
    lists.set(place, [...(lists.get(place) ?? []), article])
  }
  for (const [place, articles] of lists) lists.set(place, articles.toSorted(byPlace))
  const formerly = new Map<string, string>()
  const withdrawn: Article[] = []
  for (const edition of editions) {
    const name = nameOfEdition(edition)
    for (const slug of edition.former_slugs) formerly.set(`${name.kind} ${name.world} ${slug}`, name.key)
    if (edition.withdrawn_at === null) continue
    const last =
      edition.published === null ? shipped.get(nameOf(name)) : readText(name, edition.published, company)
    if (last && !('problem' in last) && last.article) withdrawn.push(last.article)
  }
  const edited = new Set(editions.map(({ world }) => world))
  const announced = new Map<string, ReadText>()
  for (const edition of editions) {
    const name = nameOfEdition(edition)
    if (edition.announced === null || legalKeyOf(name) === undefined) continue
    const next = readText(name, edition.announced, company)
    if (!('problem' in next)) announced.set(nameOf(name), next)
  }
  return { texts, lists, entries, turns, keys, formerly, withdrawn, edited, announced }
}

/** What stands on pages of others, and when anything opens or ends, in the order of time. */
function placedOf(texts: ReadonlyMap<string, ReadText>) {
  const entries = new Map<string, Entry[]>()
  const turns: { at: Date; kind: TextKind; world: LiveWorld }[] = []
  for (const { article, entry } of texts.values()) {
    const text = article ?? entry
    if (text === undefined) continue
    const { kind, world, startsAt, endsAt } = text
    for (const at of [startsAt, endsAt]) if (at !== undefined) turns.push({ at, kind, world })
    if (entry === undefined) continue
    const place = `${kind} ${world}`
    entries.set(place, [...(entries.get(place) ?? []), entry])
  }
  for (const [place, some] of entries) entries.set(place, some.toSorted(byOrder))
  turns.sort((one, other) => one.at.getTime() - other.at.getTime())
  return { entries, turns }
}

/** Reads a source: what it is, or what is wrong with its frontmatter or its words for the company. */
export function readText(
  name: TextName,
  source: string,
  company: Company | undefined,
): ReadText | { problem: string } {
  try {
    return readSound(name, source, company)
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

function readSound(
  { kind, world, key }: TextName,
  source: string,
  company: Company | undefined,
): ReadText | { problem: string } {
  const text = readArticleText(filled(source, company, world))
  const parsed = frontmatterOf({ kind, key }).safeParse(atTheClock(text.head, world))
  if (!parsed.success) return { problem: parsed.error.message }
  if (isArticleKind(kind)) {
    const fields = parsed.data as ArticleFields
    return { source, text, article: { ...fields, kind, world, key, text: wordsOf(text.tree) } }
  }
  if (isEntryKind(kind)) {
    const fields = parsed.data as EntryFields
    return { source, text, entry: { ...fields, kind, world, key } }
  }
  return { source, text, page: parsed.data }
}

/** A time without a zone is one of the world's own clock. */
function atTheClock(head: Record<string, unknown>, world: LiveWorld): Record<string, unknown> {
  const { timeZone } = worldOf(world)
  return Object.fromEntries(
    Object.entries(head).map(([name, value]) =>
      (name === 'startsAt' || name === 'endsAt') && typeof value === 'string' && isClockTime(value)
        ? [name, clockMoment(value, timeZone)]
        : [name, value],
    ),
  )
}

function filled(source: string, company: Company | undefined, world: LiveWorld): string {
  return company === undefined ? source : withCompany(source, company, world)
}

function byOrder(one: Entry, other: Entry): number {
  return (one.order ?? 0) - (other.order ?? 0) || one.key.localeCompare(other.key)
}

function byPlace(one: Article, other: Article): number {
  const place = (one.order ?? 0) - (other.order ?? 0)
  return place || other.date.getTime() - one.date.getTime() || one.id - other.id
}

function nameOf({ kind, world, key }: TextName): string {
  return `${kind} ${world} ${key}`
}

function nameOfEdition({ kind, world, key }: Edition): TextName {
  return { kind: kind as TextKind, world: world as LiveWorld, key }
}

/** The legal documents of this release: who accepts one can be shown it when a later release brings another. */
function shippedLegal(articles: Articles): (TextName & { source: string })[] {
  return liveWorlds().flatMap(({ world }) =>
    legalKeys.flatMap((key) => {
      const name = { kind: 'info', world, key } as const
      const source = articles.shipped(name)
      return source === undefined ? [] : [{ ...name, source }]
    }),
  )
}

function filesIn(folder: string): TextName[] {
  return liveWorlds().flatMap(({ world }) =>
    [...articleKinds, ...entryKinds, ...fixedKinds].flatMap((kind) =>
      filesOf(join(folder, kind, world))
        .filter((file) => file.endsWith('.md'))
        .toSorted()
        .map((file) => ({ kind, world, key: file.slice(0, -'.md'.length) })),
    ),
  )
}

/** A kind of which this release brings nothing has no folder. */
function filesOf(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Deps } from '#platform/context/context.ts'
import type { Company } from '#platform/env/env-company.ts'
import { state } from '#platform/features/state.ts'
import { softHyphens } from '#platform/i18n/hyphens.ts'
import { articlePath, contentHref, textsTag } from '#platform/routing/articles.ts'
import { routes } from '#platform/routing/routes.ts'
import { absoluteUrl, localizedPath } from '#platform/routing/url.ts'
import { type LiveWorld, liveWorlds } from '#platform/routing/worlds.ts'
import { wordsOf } from '#platform/rules/markdown/tree.ts'
import {
  type ArticleFields,
  type ArticleKind,
  articleFrontmatter,
  articleKinds,
  isArticleKind,
  type LegalKey,
  legalFrontmatter,
  legalKeyOf,
  legalKeys,
  pageFrontmatter,
  type TextKind,
  type TextName,
  type TextPicture,
  textKinds,
} from '../rules/contract.ts'
import { type ArticleText, articleContents, articleHtml, readArticleText } from './article-text.ts'
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
})

export interface Article extends ArticleFields {
  kind: ArticleKind
  world: LiveWorld
  /** Name of its file without the ending, the same in every world. */
  key: string
  /** The text without its marks, for searching. */
  text: string
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
   * The words of a text of any collection as HTML, with links into the world; with questions that unfold if wanted.
   * @throws RangeError for a text that is not there
   */
  html(kind: TextKind, world: LiveWorld, key: string, look?: { hasQuestions: boolean }): string
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
  const htmlOf = (
    text: ArticleText,
    world: LiveWorld,
    { hrefOf, ...look }: { hrefOf: (href: string) => string; hasQuestions?: boolean },
  ) =>
    articleHtml(text, {
      hrefOf,
      hyphenate: (words) => softHyphens(words, world),
      pictureOf: picture,
      ...look,
    })
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
    html: (kind, world, key, look) =>
      htmlOf(textOf(kind, world, key), world, { hrefOf: publicHrefIn(world), ...look }),
    path: ({ kind, world, key }) => {
      if (kind === 'info') {
        const route = routes.find(({ name, pattern }) => name === key && !pattern.includes('{'))
        return route && localizedPath(route.name, world)
      }
      if (!isArticleKind(kind)) return undefined
      const isNamed = (each: Article) => each.kind === kind && each.world === world && each.key === key
      const article = list(kind, world).find(isNamed) ?? shelf.withdrawn.find(isNamed)
      return article && articlePath(kind, world, article)
    },
    title: (name) => {
      const found = shelf.texts.get(nameOf(name))
      return found?.article?.title ?? found?.page?.title
    },
    source: (name) => shelf.texts.get(nameOf(name))?.source,
    shipped: (name) => shipped.get(nameOf(name))?.source,
    isAsShipped: (world) => !shelf.edited.has(world),
    keys: (kind) => shelf.keys.get(kind) ?? [],
    preview: ({ world, key, kind }, source) =>
      htmlOf(readArticleText(filled(source, company, world)), world, {
        hrefOf: hrefIn(world),
        hasQuestions: kind === 'info' && key === 'faq',
      }),
    letter: ({ world }, source, siteUrl) => {
      const whole = (href: string) => (href.startsWith('/') ? absoluteUrl(siteUrl, href) : href)
      const hrefOf = hrefIn(world)
      return letterText(readArticleText(filled(source, company, world)), (href) => whole(hrefOf(href)))
    },
    draft(name, source) {
      const read = readText(name, source, company)
      const text = 'problem' in read ? readArticleText(cut(source).body) : read.text
      const hasQuestions = name.kind === 'info' && name.key === 'faq'
      return {
        html: htmlOf(text, name.world, { hrefOf: publicHrefIn(name.world), hasQuestions }),
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
  return { texts, lists, keys, formerly, withdrawn, edited, announced }
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
  if (!isArticleKind(kind)) {
    const schema = legalKeyOf({ kind, key }) ? legalFrontmatter : pageFrontmatter
    const parsed = schema.safeParse(text.head)
    return parsed.success ? { source, text, page: parsed.data } : { problem: parsed.error.message }
  }
  const parsed = articleFrontmatter.safeParse(text.head)
  if (!parsed.success) return { problem: parsed.error.message }
  return { source, text, article: { ...parsed.data, kind, world, key, text: wordsOf(text.tree) } }
}

function filled(source: string, company: Company | undefined, world: LiveWorld): string {
  return company === undefined ? source : withCompany(source, company, world)
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
    [...articleKinds, 'info' as const].flatMap((kind) =>
      readdirSync(join(folder, kind, world))
        .filter((file) => file.endsWith('.md'))
        .toSorted()
        .map((file) => ({ kind, world, key: file.slice(0, -'.md'.length) })),
    ),
  )
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import type { Company } from '#platform/env/env-company.ts'
import { state } from '#platform/features/state.ts'
import { softHyphens } from '#platform/i18n/hyphens.ts'
import { contentHref } from '#platform/routing/articles.ts'
import { type LiveWorld, liveWorlds } from '#platform/routing/worlds.ts'
import { wordsOf } from '#platform/rules/markdown/tree.ts'
import {
  type ArticleFields,
  type ArticleKind,
  articleFrontmatter,
  articleKinds,
  pageFrontmatter,
} from '../rules/contract.ts'
import { type ArticleText, articleContents, articleHtml, readArticleText } from './article-text.ts'
import { withCompany } from './company-text.ts'

declare module '#platform/context/context.ts' {
  interface Deps {
    /** Editors' texts below src/shop/content/editorial/texts. */
    articles: Articles
  }
}

/** Editors' texts, read once. */
export const articlesState = state({ name: 'articles', make: ({ env }) => readArticles(env.company) })

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
}

/** What editors have published, read once at start. */
export interface Articles {
  /** By `order`, then the newest first. */
  list(kind: ArticleKind, world: LiveWorld): readonly Article[]
  byId(kind: ArticleKind, world: LiveWorld, id: number): Article | undefined
  bySlug(kind: ArticleKind, world: LiveWorld, slug: string): Article | undefined
  /** A page of the collection `info`, by the name of its file. */
  page(world: LiveWorld, key: string): EditorialPage | undefined
  /**
   * The words of a text of any collection as HTML, with links into the world; with questions that unfold if wanted.
   * @throws RangeError for a file that is not there, or a link that leads nowhere
   */
  html(kind: ArticleKind | 'info', world: LiveWorld, key: string, look?: { hasQuestions: boolean }): string
  /**
   * The headings of a text, for its table of contents.
   * @throws RangeError for a file that is not there
   */
  contents(kind: ArticleKind | 'info', world: LiveWorld, key: string): readonly { id: string; text: string }[]
}

/**
 * Without a company (the build, which wants days and addresses alone) the words for it stay as they are.
 * Reads `src/shop/content/editorial/texts` below the working directory: Node runs this module from `src`, Astro from its bundle, and both
 * start in the project's folder.
 * @throws Error naming the file whose frontmatter is wrong; an app with half its texts must not start
 */
export function readArticles(
  company: Company | undefined,
  folder: string = join(process.cwd(), 'src/shop/content/editorial/texts'),
): Articles {
  const lists = new Map<string, readonly Article[]>()
  const pages = new Map<string, EditorialPage>()
  const texts = new Map<string, ArticleText>()
  for (const { world } of liveWorlds()) {
    const fill = (source: string) => (company === undefined ? source : withCompany(source, company, world))
    for (const kind of articleKinds) {
      const articles = readFolder(join(folder, kind, world), articleFrontmatter, fill).map(
        ({ key, fields, text }) => {
          texts.set(`${kind} ${world} ${key}`, text)
          return { ...fields, kind, world, key, text: wordsOf(text.tree) }
        },
      )
      lists.set(`${kind} ${world}`, articles.toSorted(byPlace))
    }
    for (const { key, fields, text } of readFolder(join(folder, 'info', world), pageFrontmatter, fill)) {
      pages.set(`${world} ${key}`, fields)
      texts.set(`info ${world} ${key}`, text)
    }
  }
  function textOf(kind: ArticleKind | 'info', world: LiveWorld, key: string): ArticleText {
    const text = texts.get(`${kind} ${world} ${key}`)
    if (text === undefined) throw new RangeError(`content/${kind}/${world}/${key}.md is missing`)
    return text
  }
  const list: Articles['list'] = (kind, world) => lists.get(`${kind} ${world}`) ?? []
  const byId: Articles['byId'] = (kind, world, id) => list(kind, world).find((article) => article.id === id)
  return {
    list,
    byId,
    bySlug: (kind, world, slug) => list(kind, world).find((article) => article.slug === slug),
    page: (world, key) => pages.get(`${world} ${key}`),
    contents: (kind, world, key) => articleContents(textOf(kind, world, key)),
    html(kind, world, key, look) {
      const hrefOf = (href: string) => contentHref(href, world, (linked, id) => byId(linked, world, id))
      const hyphenate = (text: string) => softHyphens(text, world)
      return articleHtml(textOf(kind, world, key), { hrefOf, hyphenate, ...look })
    },
  }
}

function byPlace(one: Article, other: Article): number {
  const place = (one.order ?? 0) - (other.order ?? 0)
  return place || other.date.getTime() - one.date.getTime() || one.id - other.id
}

function readFolder<S extends z.ZodType>(folder: string, schema: S, fill: (source: string) => string) {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .map((file) => {
      const path = join(folder, file)
      const text = readArticleText(fill(readFileSync(path, 'utf8')))
      const parsed = schema.safeParse(text.head)
      if (!parsed.success) throw new Error(`${path}: ${parsed.error.message}`)
      return { key: file.slice(0, -'.md'.length), fields: parsed.data as z.output<S>, text }
    })
}

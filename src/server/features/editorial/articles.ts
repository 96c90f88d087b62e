import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { type LiveWorld, liveWorlds } from '#routing/worlds.ts'
import {
  type ArticleFields,
  type ArticleKind,
  articleFrontmatter,
  articleKinds,
  pageFrontmatter,
} from '#shared/contract/article.ts'

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

/** What editors have published, read once at start; the words themselves are rendered by Astro. */
export interface Articles {
  /** By `order`, then the newest first. */
  list(kind: ArticleKind, world: LiveWorld): readonly Article[]
  byId(kind: ArticleKind, world: LiveWorld, id: number): Article | undefined
  bySlug(kind: ArticleKind, world: LiveWorld, slug: string): Article | undefined
  /** A page of the collection `info`, by the name of its file. */
  page(world: LiveWorld, key: string): EditorialPage | undefined
}

/**
 * Reads `src/content` below the working directory: Node runs this module from `src`, Astro from its bundle, and both
 * start in the project's folder.
 * @throws Error naming the file whose frontmatter is wrong; a house with half its texts must not start
 */
export function readArticles(folder: string = join(process.cwd(), 'src/content')): Articles {
  const lists = new Map<string, readonly Article[]>()
  const pages = new Map<string, EditorialPage>()
  for (const { world } of liveWorlds()) {
    for (const kind of articleKinds) {
      const articles = readFolder(join(folder, kind, world), articleFrontmatter).map(
        ({ key, fields, body }) => ({ ...fields, kind, world, key, text: plainText(body) }),
      )
      lists.set(`${kind} ${world}`, articles.toSorted(byPlace))
    }
    for (const { key, fields } of readFolder(join(folder, 'info', world), pageFrontmatter))
      pages.set(`${world} ${key}`, fields)
  }
  const list: Articles['list'] = (kind, world) => lists.get(`${kind} ${world}`) ?? []
  return {
    list,
    byId: (kind, world, id) => list(kind, world).find((article) => article.id === id),
    bySlug: (kind, world, slug) => list(kind, world).find((article) => article.slug === slug),
    page: (world, key) => pages.get(`${world} ${key}`),
  }
}

function byPlace(one: Article, other: Article): number {
  const place = (one.order ?? 0) - (other.order ?? 0)
  return place || other.date.getTime() - one.date.getTime() || one.id - other.id
}

function readFolder<S extends z.ZodType>(folder: string, schema: S) {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .map((file) => {
      const path = join(folder, file)
      const { head, body } = splitMarkdown(readFileSync(path, 'utf8'))
      const parsed = schema.safeParse(head)
      if (!parsed.success) throw new Error(`${path}: ${parsed.error.message}`)
      return { key: file.slice(0, -'.md'.length), fields: parsed.data as z.output<S>, body }
    })
}

/** The frontmatter is flat: `name: value` lines, a value in double quotes where it holds a colon. */
export function splitMarkdown(text: string): { head: Record<string, string>; body: string } {
  const [, lines = '', body = ''] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text) ?? []
  const head: Record<string, string> = {}
  for (const line of lines.split(/\r?\n/)) {
    const [, name, value = ''] = /^(\w+):\s*(.*?)\s*$/.exec(line) ?? []
    if (name !== undefined) head[name] = value.startsWith('"') ? (JSON.parse(value) as string) : value
  }
  return { head, body }
}

/** Markdown without its marks: links keep their words, headings and lists their text. */
function plainText(markdown: string): string {
  return markdown
    .replace(/<[^>]+>/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[#*_>`|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

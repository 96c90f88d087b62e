import type { Context } from '#platform/context/context.ts'
import { maxSuggestions } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import type { Suggestion } from '#platform/rules/contract/search.ts'
import { plainLetters } from '#platform/rules/text/plain-letters.ts'
import { cardsByIds } from '../cards.ts'
import { authorsByName, authorsLike } from '../queries.ts'
import { termUrl } from './filters.ts'

/** Materials and authors among the suggestions; the rest are words and subjects. */
const maxNamed = 4
const maxAuthors = 2
const maxSubjects = 2
/** Fewer letters begin too many names. */
const minAuthorLetters = 3
/** Shorter names are like too many others. */
const minMistypedLetters = 5
const maxAuthorLetters = 80
const maxAuthorWords = 4
const cachedFor = { seconds: 60, tags: ['taxonomy'] }

/**
 * Subjects, words, materials and authors that complete what is typed so far; at most 8, links included. Before the first
 * letter: what is popular.
 */
export async function suggest(context: Context, typed: string): Promise<Suggestion[]> {
  const { world } = context
  const query = typed.trim()
  if (query === '') return popular(context)
  const words = await context.search.suggestWords(world, query, maxSuggestions)
  const authors = await suggestAuthors(context, query, words.length === 0)
  // Half a word finds nothing yet; the word it is becoming does.
  const cards = await titlesFor(context, words[0] ?? query, maxNamed - authors.length)
  const found: Suggestion[] = [
    ...suggestSubjects(context, query),
    ...words.map((text) => ({
      kind: 'keyword' as const,
      text,
      url: url('search', { world, query: { query: text } }),
    })),
  ].slice(0, maxSuggestions - cards.length - authors.length)
  return [...found, ...cards.map(suggestion), ...authors]
}

/** Materials and authors that an editor may mean by what is typed; at most `limit` of each. */
export async function findNamed(
  context: Context,
  typed: string,
  limit: number,
): Promise<{ materials: MaterialCard[]; authors: { id: number; name: string }[] }> {
  const query = typed.trim()
  const [materials, authors] = await Promise.all([
    query === '' ? [] : titlesFor(context, query, limit),
    authorsByName(context.db, context.world, letterRuns(query).slice(0, maxAuthorWords), limit),
  ])
  return { materials, authors }
}

/** The same for everybody of a world, and asked by whoever enters the field. */
function popular(context: Context): Promise<Suggestion[]> {
  const make = async () => (await titlesFor(context, '', maxNamed)).map(suggestion)
  return context.cache.get(`suggest popular ${context.world}`, cachedFor, make)
}

function suggestion({ title, url, cover, finalPrice, currency }: MaterialCard): Suggestion {
  return { kind: 'material', text: title, url, ...(cover && { cover: cover.src }), finalPrice, currency }
}

function suggestSubjects(context: Context, query: string): Suggestion[] {
  const start = plainLetters(query)
  return context.taxonomy
    .terms(context.world, 'subject')
    .filter(({ name }) => letterRuns(plainLetters(name)).some((word) => word.startsWith(start)))
    .slice(0, maxSubjects)
    .map(({ id, name }) => ({ kind: 'subject', text: name, url: termUrl(context, 'subject', id) }))
}

/** `isLax`: also names that are only like it, for what is no word. */
async function suggestAuthors({ db, world }: Context, query: string, isLax: boolean): Promise<Suggestion[]> {
  const beginnings = letterRuns(query.slice(0, maxAuthorLetters).toWellFormed())
  if (beginnings.join('').length < minAuthorLetters) return []
  const words = beginnings.slice(0, maxAuthorWords)
  const exact = await authorsByName(db, world, words, maxAuthors)
  const isLong = words.join('').length >= minMistypedLetters
  const authors =
    exact.length > 0 || !isLong || !isLax ? exact : await authorsLike(db, world, words.join(' '), maxAuthors)
  return authors.map(({ id, slug, name }) => ({
    kind: 'author',
    text: name,
    url: url('author', { world, id, slug }),
  }))
}

/** What most people chose of the materials that have all these words. */
async function titlesFor(context: Context, query: string, limit: number): Promise<MaterialCard[]> {
  const { world } = context
  const order = { sort: 'bestselling', exact: true, withFacets: false, isUncounted: true } as const
  const hits = await context.search.search({ world, query, selected: {}, limit, ...order })
  return cardsByIds(context, hits.materialIds)
}

function letterRuns(text: string): string[] {
  return text.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean)
}

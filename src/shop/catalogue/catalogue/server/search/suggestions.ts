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

/** Subjects, words, authors and materials that complete what is typed so far; at most 8, links included. */
export async function suggest(context: Context, typed: string): Promise<Suggestion[]> {
  const { world } = context
  const query = typed.trim()
  if (query === '') return []
  const [words, authors] = await Promise.all([
    context.search.suggestWords(world, query, maxSuggestions),
    suggestAuthors(context, query),
  ])
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
  const titles = cards.map((card) => ({ kind: 'material' as const, text: card.title, url: card.url }))
  return [...found, ...authors, ...titles]
}

function suggestSubjects(context: Context, query: string): Suggestion[] {
  const start = plainLetters(query)
  return context.taxonomy
    .terms(context.world, 'subject')
    .filter(({ name }) => letterRuns(plainLetters(name)).some((word) => word.startsWith(start)))
    .slice(0, maxSubjects)
    .map(({ id, name }) => ({ kind: 'subject', text: name, url: termUrl(context, 'subject', id) }))
}

async function suggestAuthors({ db, world }: Context, query: string): Promise<Suggestion[]> {
  const beginnings = letterRuns(query.slice(0, maxAuthorLetters).toWellFormed())
  if (beginnings.join('').length < minAuthorLetters) return []
  const words = beginnings.slice(0, maxAuthorWords)
  const exact = await authorsByName(db, world, words, maxAuthors)
  const isLong = words.join('').length >= minMistypedLetters
  const authors =
    exact.length > 0 || !isLong ? exact : await authorsLike(db, world, words.join(' '), maxAuthors)
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

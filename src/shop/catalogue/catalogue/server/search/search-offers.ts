import type { Context } from '#platform/context/context.ts'
import { url } from '#platform/routing/url.ts'
import type { SearchOffers } from '#platform/rules/contract/search.ts'
import { plainLetters } from '#platform/rules/text/plain-letters.ts'
import { authorsByName, authorsLike } from '../queries.ts'
import { termUrl } from './filters.ts'

const maxOffered = 4
const maxWords = 5
/** Shorter words are like too many others. */
const minLetters = 4

/** What to try instead of a search that found nothing: only what finds something. */
export async function searchOffers(context: Context, query: string): Promise<SearchOffers> {
  const words = [...new Set(query.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])].slice(0, maxWords)
  const long = words.filter((word) => word.length >= minLetters)
  const [single, spellings, authors] = await Promise.all([
    findable(context, words.length > 1 ? words : []),
    nearSpellings(context, long),
    nearAuthors(context, long),
  ])
  return {
    words: single.map((text) => searchLink(context, text)),
    spellings: spellings.filter((text) => !single.includes(text)).map((text) => searchLink(context, text)),
    subjects: nearSubjects(context, long),
    authors,
  }
}

function searchLink({ world }: Context, text: string) {
  return { text, url: url('search', { world, query: { query: text } }) }
}

async function findable({ search, world }: Context, words: readonly string[]): Promise<string[]> {
  const request = {
    world,
    selected: {},
    exact: true,
    sort: 'bestselling',
    limit: 1,
    withFacets: false,
  } as const
  const found = await Promise.all(
    words.map(async (query) => (await search.search({ ...request, query })).total > 0),
  )
  return words.filter((_, index) => found[index])
}

async function nearSpellings({ search, world }: Context, words: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(words.map((word) => search.suggestWords(world, word, 2)))
  const typed = new Set(words.map((word) => word.toLowerCase()))
  return [...new Set(lists.flat())].filter((word) => !typed.has(word)).slice(0, maxOffered)
}

async function nearAuthors({ db, world }: Context, words: readonly string[]) {
  if (words.length === 0) return []
  const lists = await Promise.all(words.map((word) => authorsByName(db, world, [word], 2)))
  const named = lists.flat()
  const found = named.length > 0 ? named : await authorsLike(db, world, words.join(' '), 2)
  const byId = new Map(found.map((author) => [author.id, author]))
  return [...byId.values()]
    .slice(0, maxOffered)
    .map(({ id, slug, name }) => ({ text: name, url: url('author', { world, id, slug }) }))
}

/** Subjects with a word that begins like one of the words, or the other way round. */
function nearSubjects(context: Context, words: readonly string[]) {
  const typed = words.map(plainLetters)
  return context.taxonomy
    .terms(context.world, 'subject')
    .filter(({ name }) => {
      const own = (plainLetters(name).match(/[\p{L}\p{N}]+/gu) ?? []).filter(
        (word) => word.length >= minLetters,
      )
      return typed.some((word) => own.some((each) => each.startsWith(word) || word.startsWith(each)))
    })
    .slice(0, maxOffered)
    .map(({ id, name }) => ({ text: name, url: termUrl(context, 'subject', id) }))
}

import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { type Translate, translator } from '#platform/i18n/translate.ts'
import { savedSearchLimits } from '#platform/limits.ts'
import { textsTag } from '#platform/routing/articles.ts'
import { url } from '#platform/routing/url.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import { type SearchInput, sorts } from '#platform/rules/contract/search.ts'
import { isPriceBand } from '#platform/rules/search-attributes.ts'
import {
  cardTags,
  joinTags,
  priceName,
  readSearchInput,
  searchPage,
  searchParams,
} from '#shop/catalogue/catalogue/server/service.ts'
import type { SearchPage } from '#shop/catalogue/catalogue/server/types.ts'
import type { ArticleKind } from '#shop/content/editorial/rules/contract.ts'

/** Materials below an article: fewer than `min` are not shown; each of its words brings `ofWord` at first. */
const materialsOfArticle = { min: 3, max: 6, ofWord: 2 }

/** The cards that go with an article, by the words it names (`materials`), and their cache tags. */
export async function loadArticleMaterials(
  context: Context,
  article: { kind: ArticleKind; materials?: string | undefined },
) {
  const words = (article.materials ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
  const found = await Promise.all(
    words.map((query) => searchPage(context, readSearchInput(new URLSearchParams({ query })))),
  )
  const hits = found.map(({ materials }) => materials)
  const { min, max, ofWord } = materialsOfArticle
  const all = [
    ...hits.flatMap((some) => some.slice(0, ofWord)),
    ...hits.flatMap((some) => some.slice(ofWord)),
  ]
  const cards = [...new Map(all.map((card) => [card.id, card])).values()].slice(0, max)
  return {
    cards: cards.length < min ? [] : cards,
    tags: joinTags(
      [...new Set([article.kind, 'magazine' as const])].map((kind) => textsTag(kind, context.world)),
      cardTags(cards),
    ),
  }
}

/** More names than these are put shorter by the words that were typed. */
const maxNames = 3

/**
 * The search page: results, facets, and the address of every variation of this search.
 * @throws ProductError not_found for a page after the last one: an empty page with an address would be indexed as one
 */
export async function loadSearch(context: Context, query: URLSearchParams) {
  const input = readSearchInput(query)
  if (query.has('page') && String(input.page) !== query.get('page')) throw new ProductError('not_found')
  const result = await searchPage(context, input)
  if (input.page > 1 && result.materials.length === 0) throw new ProductError('not_found')
  const { world } = context
  return {
    ...result,
    input,
    sorts,
    /** Also where a filter is one this world does not know. */
    hasFilters: result.understood.length > 0 || hasFilters(input),
    chosen: [...understoodFilters(world, query, result), ...chosenFilters(world, query, result)],
    /** A price that is none of the bands: the panel keeps it. */
    priceRange: freeRange(query),
    why: whyHere(translator(world), input, result),
    /** What `saveSearch` takes; empty when there is nothing to save. */
    params: savable(searchParams(input)),
    resetUrl: url('search', { world, query: input.query ? { query: input.query } : {} }),
    exactUrl: exactUrl(world, query),
    pageUrl: (page: number) => withParameter(world, query, 'page', page > 1 ? String(page) : undefined),
  }
}

/**
 * In one sentence what the list is ordered by, where that is not how well the words fit: the page tells that for all
 * lists (Digital Services Act, article 27).
 */
function whyHere(t: Translate, { sort, query }: SearchInput, { order }: SearchPage): string | undefined {
  if (order === 'ranked') return undefined
  const byPopularity = query === '' ? t('search:why.browse') : t('search:why.popular')
  const sentences = {
    popular: sort === 'bestselling' ? t('search:why.bestselling') : byPopularity,
    newest: t('search:why.newest'),
    rating: t('search:why.rating'),
    price_up: t('search:why.price'),
    price_down: t('search:why.price'),
  }
  return sentences[order]
}

/** The price as a range of the searcher's own, when no band is chosen. */
function freeRange(query: URLSearchParams): string | undefined {
  const prices = query.getAll('price')
  if (prices.some(isPriceBand)) return undefined
  return prices.find((price) => /^(?:\d{1,7}-\d{0,7}|-\d{1,7})$/.test(price))
}

function hasFilters(input: SearchInput): boolean {
  const names = [...new URLSearchParams(searchParams(input)).keys()]
  return names.some((name) => name !== 'query' && name !== 'sort' && name !== 'exact')
}

/** Longer searches cannot be kept. */
function savable(params: string): string {
  return params.length <= savedSearchLimits.params ? params : ''
}

/** What words of the query were read as, each with the address of the same search without those words. */
function understoodFilters(world: LiveWorld, query: URLSearchParams, { understood }: SearchPage) {
  return understood.map(({ names, words }) => ({
    name: names.length > maxNames ? words.join(' ') : names.join(', '),
    url: withParameter(
      world,
      firstPage(query),
      'query',
      withoutWords(query.get('query') ?? '', words) || undefined,
    ),
  }))
}

/** A text without these words; each goes once, whatever stands around it. */
function withoutWords(text: string, words: readonly string[]): string {
  const rest = words.reduce((left, word) => {
    const found = new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])[.ºª°΄']*`, 'iu')
    return left.replace(found, ' ')
  }, text)
  return rest.replace(/\s+/g, ' ').trim()
}

function firstPage(query: URLSearchParams): URLSearchParams {
  const first = new URLSearchParams(query)
  first.delete('page')
  return first
}

/** Every filter in force with the address of the same search without it. */
function chosenFilters(world: LiveWorld, query: URLSearchParams, { facets }: SearchPage) {
  const selected = facets.flatMap(({ kind, values }) =>
    values.filter((value) => value.selected).map(({ id, name }) => ({ kind, id, name })),
  )
  const values = selected.map(({ kind, id, name }) => ({
    name,
    // Free has two addresses; the older one is a price.
    url: without(world, query, (own, value) =>
      own === kind ? value === id : kind === 'free' && own === 'price' && value === 'free',
    ),
  }))
  const range = freeRange(query)
  if (range === undefined) return values
  const name = priceName(translator(world), world, range)
  return [...values, { name, url: without(world, query, (own) => own === 'price') }]
}

function without(
  world: LiveWorld,
  query: URLSearchParams,
  isGone: (name: string, value: string) => boolean,
): string {
  const rest = new URLSearchParams([...query].filter(([name, value]) => !isGone(name, value)))
  rest.delete('page')
  rest.delete('after')
  return addressOf(world, rest)
}

function withParameter(
  world: LiveWorld,
  query: URLSearchParams,
  name: string,
  value: string | undefined,
): string {
  const next = new URLSearchParams(query)
  next.delete('after')
  if (value === undefined) next.delete(name)
  else next.set(name, value)
  return addressOf(world, next)
}

/** The same search without any correction, from its first page. */
function exactUrl(world: LiveWorld, query: URLSearchParams): string {
  return withParameter(world, firstPage(query), 'exact', '1')
}

function addressOf(world: LiveWorld, query: URLSearchParams): string {
  query.sort()
  const text = query.toString()
  return url('search', { world }) + (text ? `?${text}` : '')
}

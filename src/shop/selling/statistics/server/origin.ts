import { matchAddress } from '#platform/routing/match.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import type { Source } from '../rules/contract.ts'

export interface Origin {
  source: Source
  /** What was searched for here, as it was typed. */
  term: string | null
}

const engines =
  /(^|\.)(google|bing|duckduckgo|ecosia|qwant|startpage|yahoo|yandex|brave|baidu|swisscows|mojeek|kagi|metager)\./
const networks =
  /(^|\.)(pinterest|instagram|facebook|fb|youtube|tiktok|twitter|linkedin|reddit|whatsapp|telegram|threads|bsky|mastodon)\.|^(t\.co|x\.com|lnkd\.in|pin\.it|youtu\.be|bsky\.app)$/
const maxTermLength = 60
const maxTermWords = 6

/** Where a page was opened from, by its `Referer`: a kind of place, and nothing else of the address. */
export function originOf(referer: string, isOurHost: (host: string) => boolean): Origin {
  const from = referer === '' ? null : URL.parse(referer)
  if (from === null || !/^(https?|android-app):$/.test(from.protocol)) return { source: 'direct', term: null }
  if (isOurHost(from.host)) return ownPage(from)
  if (engines.test(from.host)) return { source: 'engine', term: null }
  return { source: networks.test(from.host) ? 'social' : 'elsewhere', term: null }
}

function ownPage({ pathname, search, searchParams }: URL): Origin {
  const match = matchAddress(pathname, search)
  if (match.kind !== 'page') return { source: 'browse', term: null }
  const { name } = match.route
  if (name === 'search') return { source: 'search', term: termOf(searchParams.get('query') ?? '') }
  return { source: /^author|^post$|^user/.test(name) ? 'author' : 'browse', term: null }
}

function termOf(typed: string): string | null {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean).slice(0, maxTermWords)
  return truncate(words.join(' '), maxTermLength) || null
}

import type { LiveWorldCode } from '#shared/contract/world.ts'

interface SearchLanguage {
  /** PostgreSQL's text search configuration: the same as in routing/worlds.ts, which gateways may not read. */
  config: string
  /** Whether words are put together to one, so that a query word may be the beginning of a longer one. */
  compounds: boolean
  /** Folded words that mean nothing alone, where PostgreSQL has no list of its own. */
  stopWords: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

function language(config: string, compounds = false, stopWords: ReadonlySet<string> = none): SearchLanguage {
  return Object.freeze({ config, compounds, stopWords })
}

export const searchLanguages: Readonly<Record<LiveWorldCode, SearchLanguage>> = Object.freeze({
  de: language('german', true),
  es: language('spanish'),
  fr: language('french'),
  gr: language(
    'greek',
    false,
    new Set('ο η το οι τα του της των τον την τους τις στο στη στην στον και για με σε απο ως'.split(' ')),
  ),
  it: language('italian'),
  en: language('english'),
})

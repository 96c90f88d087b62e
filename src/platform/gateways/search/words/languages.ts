import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

interface SearchLanguage {
  /** PostgreSQL's text search configuration: the same as in platform/routing/worlds.ts, which gateways may not read. */
  config: string
  /** Whether words are put together to one, so that a query word may be the beginning of a longer one. */
  compounds: boolean
}

function language(config: string, compounds = false): SearchLanguage {
  return Object.freeze({ config, compounds })
}

export const searchLanguages: Readonly<Record<LiveWorldCode, SearchLanguage>> = Object.freeze({
  de: language('german', true),
  es: language('spanish'),
  fr: language('french'),
  gr: language('greek'),
  it: language('italian'),
  en: language('english'),
})

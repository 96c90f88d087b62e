/**
 * One row per world. Three values are never mixed up: `world` is the path prefix (`gr`), `lang` the language tag
 * for html, hreflang and plural forms (`el`), `intl` the locale for Intl (`el-GR`). Giving a world code to Intl fails
 * silently: `gr` falls back to English, `se` is Northern Sami, `kr` is Kanuri.
 */

/** A world people can visit today. A world goes live only when its translation is complete. */
export type LiveWorld = 'de' | 'es' | 'fr' | 'gr' | 'it' | 'en'

/** A world with a row, live or not. */
export type WorldCode =
  | LiveWorld
  | ('bg' | 'cn' | 'cz' | 'dk' | 'fi' | 'hi' | 'hr' | 'hu' | 'id' | 'jp' | 'kr' | 'pl')
  | ('pt' | 'nl' | 'ro' | 'se' | 'sk' | 'tr' | 'ua' | 'no' | 'si' | 'at' | 'ch')

export interface World {
  world: WorldCode
  /** Language tag: html lang, hreflang, plural forms. */
  lang: string
  /** Intl locale with region. */
  intl: string
  /** IANA time zone of the home country; stored times are UTC. */
  timeZone: string
  /** The five worlds of the specification are `main`. */
  tier: 'main' | 'further'
  live: boolean
  /** The country in its own words, for the world switch. */
  name: string
  /** The language in its own words, for the world switch. */
  language: string
  /** ISO 3166-1 alpha-2 of the home country. */
  country: string
  /** Every country this world serves, the home country first. */
  countries: readonly string[]
  /** ISO 4217 currency a new visitor sees. */
  currency: string
  dir: 'ltr' | 'rtl'
  /** PostgreSQL text search configuration; `simple` where PostgreSQL ships no stemmer. */
  textSearch: string
}

type Names = readonly [name: string, language: string]

function row(
  world: WorldCode,
  lang: string,
  intl: string,
  timeZone: string,
  [name, language]: Names,
  countries: string,
  currency: string,
  textSearch: string,
  state: 'main' | 'live' | 'planned' = 'planned',
): World {
  const list = countries.split(' ')
  return Object.freeze<World>({
    world,
    lang,
    intl,
    timeZone,
    tier: state === 'main' ? 'main' : 'further',
    live: state !== 'planned',
    name,
    language,
    country: list[0] ?? '',
    countries: Object.freeze(list),
    currency,
    dir: 'ltr',
    textSearch,
  })
}

/** Every world, main worlds first. Croatia and Bulgaria use the euro (2023, 2026). */
export const worlds: readonly World[] = Object.freeze([
  row(
    'de',
    'de',
    'de-DE',
    'Europe/Berlin',
    ['Deutschland', 'Deutsch'],
    'DE AT CH LI LU',
    'EUR',
    'german',
    'main',
  ),
  row(
    'es',
    'es',
    'es-ES',
    'Europe/Madrid',
    ['España', 'Español'],
    'ES MX AR CO CL GT',
    'EUR',
    'spanish',
    'main',
  ),
  row('fr', 'fr', 'fr-FR', 'Europe/Paris', ['France', 'Français'], 'FR BE CH CA', 'EUR', 'french', 'main'),
  row('gr', 'el', 'el-GR', 'Europe/Athens', ['Ελλάδα', 'Ελληνικά'], 'GR CY', 'EUR', 'greek', 'main'),
  row('it', 'it', 'it-IT', 'Europe/Rome', ['Italia', 'Italiano'], 'IT CH', 'EUR', 'italian', 'main'),
  row(
    'en',
    'en',
    'en-GB',
    'Europe/London',
    ['United Kingdom', 'English'],
    'GB US IE',
    'GBP',
    'english',
    'live',
  ),
  row('bg', 'bg', 'bg-BG', 'Europe/Sofia', ['България', 'Български'], 'BG', 'EUR', 'simple'),
  row('cn', 'zh-Hans', 'zh-Hans-CN', 'Asia/Shanghai', ['中国', '简体中文'], 'CN', 'CNY', 'simple'),
  row('cz', 'cs', 'cs-CZ', 'Europe/Prague', ['Česko', 'Čeština'], 'CZ', 'CZK', 'simple'),
  row('dk', 'da', 'da-DK', 'Europe/Copenhagen', ['Danmark', 'Dansk'], 'DK', 'DKK', 'danish'),
  row('fi', 'fi', 'fi-FI', 'Europe/Helsinki', ['Suomi', 'Suomi'], 'FI', 'EUR', 'finnish'),
  row('hi', 'hi', 'hi-IN', 'Asia/Kolkata', ['भारत', 'हिन्दी'], 'IN', 'INR', 'hindi'),
  row('hr', 'hr', 'hr-HR', 'Europe/Zagreb', ['Hrvatska', 'Hrvatski'], 'HR', 'EUR', 'simple'),
  row('hu', 'hu', 'hu-HU', 'Europe/Budapest', ['Magyarország', 'Magyar'], 'HU', 'HUF', 'hungarian'),
  row('id', 'id', 'id-ID', 'Asia/Jakarta', ['Indonesia', 'Bahasa Indonesia'], 'ID', 'IDR', 'indonesian'),
  row('jp', 'ja', 'ja-JP', 'Asia/Tokyo', ['日本', '日本語'], 'JP', 'JPY', 'simple'),
  row('kr', 'ko', 'ko-KR', 'Asia/Seoul', ['대한민국', '한국어'], 'KR', 'KRW', 'simple'),
  row('pl', 'pl', 'pl-PL', 'Europe/Warsaw', ['Polska', 'Polski'], 'PL', 'PLN', 'simple'),
  row('pt', 'pt', 'pt-PT', 'Europe/Lisbon', ['Portugal', 'Português'], 'PT BR', 'EUR', 'portuguese'),
  row('nl', 'nl', 'nl-NL', 'Europe/Amsterdam', ['Nederland', 'Nederlands'], 'NL BE', 'EUR', 'dutch'),
  row('ro', 'ro', 'ro-RO', 'Europe/Bucharest', ['România', 'Română'], 'RO MD', 'RON', 'romanian'),
  row('se', 'sv', 'sv-SE', 'Europe/Stockholm', ['Sverige', 'Svenska'], 'SE', 'SEK', 'swedish'),
  row('sk', 'sk', 'sk-SK', 'Europe/Bratislava', ['Slovensko', 'Slovenčina'], 'SK', 'EUR', 'simple'),
  row('tr', 'tr', 'tr-TR', 'Europe/Istanbul', ['Türkiye', 'Türkçe'], 'TR', 'TRY', 'turkish'),
  row('ua', 'uk', 'uk-UA', 'Europe/Kyiv', ['Україна', 'Українська'], 'UA', 'UAH', 'simple'),
  row('no', 'nb', 'nb-NO', 'Europe/Oslo', ['Norge', 'Norsk bokmål'], 'NO', 'NOK', 'norwegian'),
  row('si', 'sl', 'sl-SI', 'Europe/Ljubljana', ['Slovenija', 'Slovenščina'], 'SI', 'EUR', 'simple'),
  row('at', 'de-AT', 'de-AT', 'Europe/Vienna', ['Österreich', 'Deutsch'], 'AT', 'EUR', 'german'),
  row('ch', 'de-CH', 'de-CH', 'Europe/Zurich', ['Schweiz', 'Deutsch'], 'CH', 'CHF', 'german'),
])

/** The default world of the specification (9), and where a failed country look-up leads. */
export const defaultWorld: LiveWorld = 'de'

const byCode: ReadonlyMap<string, World> = new Map(worlds.map((each) => [each.world, each]))

const live: readonly (World & { world: LiveWorld })[] = Object.freeze(
  worlds.filter((each): each is World & { world: LiveWorld } => each.live),
)

/** The row of a world code, whether live or not; undefined for anything else. */
export function worldOf(code: LiveWorld): World & { world: LiveWorld }
export function worldOf(code: string): World | undefined
export function worldOf(code: string): World | undefined {
  return byCode.get(code)
}

/** The worlds a visitor can open, in table order. */
export function liveWorlds(): readonly (World & { world: LiveWorld })[] {
  return live
}

/** Whether a text names a world that can be visited. */
export function isLiveWorld(code: string): code is LiveWorld {
  return byCode.get(code)?.live === true
}

import type { LiveWorld } from './worlds.ts'

/** Who may open a page. `master` is the school admin of specification 6. */
export type Access = 'public' | 'member' | 'seller' | 'master' | 'admin'

export type Robots = 'index,follow' | 'noindex,follow' | 'noindex,nofollow'

/** What the canonical address keeps of the query: nothing, `page`, or `page` and `query`; `none` writes no tag. */
export type CanonicalRule = 'self' | 'self-paged' | 'self-query' | 'none'

/** The sitemap files a page is listed in; `materials` also lists its images. */
export type SitemapGroup = 'static' | 'authors' | 'materials' | 'posts' | 'keywords' | 'lessons' | 'schools'

/**
 * `app-banner`: shows the app promotion (specification 2). `no-consent`: never opens the consent dialog (4).
 * `no-favorites`: wishlist queries are not sent (2). `no-session-check`: requests skip the session re-check (2).
 * `token`: the address holds a secret: no-store, no referrer, kept out of logs and analytics.
 */
export type Trait = 'app-banner' | 'no-consent' | 'no-favorites' | 'no-session-check' | 'token'

export interface RouteRow {
  name: string
  /** The specification's English address inside a world; accepted everywhere, redirected to the localized one. */
  pattern: string
  /** The Astro page below src/pages, without its extension; a folder's index counts. */
  page: string
  /** The localized address per live world. Same parameters, same order as in `pattern`. */
  words: Readonly<Record<LiveWorld, string>>
  robots: Robots
  canonical: CanonicalRule
  /** The query parameters that may change the page, in alphabetical order: the cache key knows only these. */
  queryKept: readonly string[]
  sitemap: SitemapGroup | false
  access: Access
  /** Seconds fresh and seconds it may be served stale while it is made anew; false: never stored. */
  cache: { readonly maxAge: number; readonly swr: number } | false
  /** True only where every world has a real equivalent of the page. */
  hreflang: boolean
  /** Locale namespaces beside the ones of every page: common, errors, footer, header, meta. */
  namespaces: readonly string[]
  traits: readonly Trait[]
}

const rows = [
  {
    name: 'root-landing',
    pattern: '',
    page: 'index',
    words: { de: '', es: '', fr: '', gr: '', it: '', en: '' },
    robots: 'index,follow',
    canonical: 'self',
    queryKept: [],
    sitemap: 'static',
    access: 'public',
    cache: { maxAge: 3600, swr: 86400 },
    hreflang: true,
    namespaces: ['landing'],
    traits: [],
  },
  {
    name: 'home',
    pattern: '',
    page: '[world]/index',
    words: { de: '', es: '', fr: '', gr: '', it: '', en: '' },
    robots: 'index,follow',
    canonical: 'self',
    queryKept: [],
    sitemap: 'static',
    access: 'public',
    cache: { maxAge: 60, swr: 3600 },
    hreflang: true,
    namespaces: ['home', 'second-home'],
    traits: [],
  },
  {
    name: 'homeschooling',
    pattern: 'homeschooling',
    page: '[world]/homeschooling',
    words: {
      de: 'homeschooling',
      es: 'educacion-en-casa',
      fr: 'ecole-a-la-maison',
      gr: 'kat-oikon-ekpaidefsi',
      it: 'homeschooling',
      en: 'homeschooling',
    },
    robots: 'index,follow',
    canonical: 'self',
    queryKept: [],
    sitemap: 'static',
    access: 'public',
    cache: { maxAge: 300, swr: 86400 },
    hreflang: true,
    namespaces: ['landing'],
    traits: [],
  },
  {
    name: 'search',
    pattern: 'search-results',
    page: '[world]/search-results',
    words: {
      de: 'suchergebnisse',
      es: 'resultados-busqueda',
      fr: 'resultats-recherche',
      gr: 'search-results',
      it: 'risultati-della-ricerca',
      en: 'search-results',
    },
    robots: 'noindex,follow',
    canonical: 'self-query',
    queryKept: [
      'after',
      'class_grade',
      'exact',
      'learning_years',
      'material_type',
      'page',
      'price',
      'query',
      'school_type',
      'sort',
      'subject',
    ],
    sitemap: false,
    access: 'public',
    cache: { maxAge: 30, swr: 600 },
    hreflang: false,
    namespaces: ['search'],
    traits: ['app-banner'],
  },
  {
    name: 'author',
    pattern: 'author-prefix/{id}/{slug?}',
    page: '[world]/author-prefix/[id]/[slug]',
    words: {
      de: 'autor/{id}/{slug?}',
      es: 'autor/{id}/{slug?}',
      fr: 'auteur/{id}/{slug?}',
      gr: 'syngrafeas/{id}/{slug?}',
      it: 'autore/{id}/{slug?}',
      en: 'author/{id}/{slug?}',
    },
    robots: 'index,follow',
    canonical: 'self-paged',
    queryKept: ['after', 'page'],
    sitemap: 'authors',
    access: 'public',
    cache: { maxAge: 120, swr: 3600 },
    hreflang: false,
    namespaces: ['author-page'],
    traits: [],
  },
  {
    name: 'material',
    pattern: 'material/{id}/{slug?}',
    page: '[world]/material/[id]/[slug]',
    words: {
      de: 'material/{id}/{slug?}',
      es: 'material/{id}/{slug?}',
      fr: 'materiel/{id}/{slug?}',
      gr: 'yliko/{id}/{slug?}',
      it: 'materiale/{id}/{slug?}',
      en: 'material/{id}/{slug?}',
    },
    robots: 'index,follow',
    canonical: 'self',
    queryKept: [],
    sitemap: 'materials',
    access: 'public',
    cache: { maxAge: 300, swr: 86400 },
    hreflang: false,
    namespaces: ['material-page', 'comments', 'material-feedbacks'],
    traits: ['app-banner'],
  },
  {
    name: 'cart',
    pattern: 'shopping-cart',
    page: '[world]/shopping-cart',
    words: {
      de: 'warenkorb',
      es: 'carrito',
      fr: 'panier',
      gr: 'shopping-cart',
      it: 'carrello',
      en: 'shopping-cart',
    },
    robots: 'noindex,nofollow',
    canonical: 'none',
    queryKept: ['removed'],
    sitemap: false,
    access: 'public',
    cache: false,
    hreflang: false,
    namespaces: ['cart'],
    traits: [],
  },
  {
    name: 'payment',
    pattern: 'payment',
    page: '[world]/payment',
    words: { de: 'zahlung', es: 'pago', fr: 'paiement', gr: 'payment', it: 'pagamento', en: 'payment' },
    robots: 'noindex,nofollow',
    canonical: 'none',
    queryKept: ['country', 'status'],
    sitemap: false,
    access: 'public',
    cache: false,
    hreflang: false,
    namespaces: ['payment'],
    traits: ['no-favorites'],
  },
  {
    name: 'order-confirmation',
    pattern: 'order-confirmation',
    page: '[world]/order-confirmation',
    words: {
      de: 'bestellbestaetigung',
      es: 'confirmacion-pedido',
      fr: 'confirmation-commande',
      gr: 'order-confirmation',
      it: 'conferma-ordine',
      en: 'order-confirmation',
    },
    robots: 'noindex,nofollow',
    canonical: 'none',
    queryKept: ['order'],
    sitemap: false,
    access: 'member',
    cache: false,
    hreflang: false,
    namespaces: ['payment'],
    traits: [],
  },
  {
    name: 'thank-you',
    pattern: 'thank-you',
    page: '[world]/thank-you',
    words: { de: 'danke', es: 'gracias', fr: 'merci', gr: 'thank-you', it: 'grazie', en: 'thank-you' },
    robots: 'noindex,nofollow',
    canonical: 'none',
    queryKept: ['order'],
    sitemap: false,
    access: 'member',
    cache: false,
    hreflang: false,
    namespaces: ['thank-you-page'],
    traits: ['app-banner'],
  },
  {
    name: 'login',
    pattern: 'login',
    page: '[world]/login',
    words: { de: 'login', es: 'iniciar-sesion', fr: 'connexion', gr: 'login', it: 'accedi', en: 'login' },
    robots: 'noindex,follow',
    canonical: 'self',
    queryKept: [],
    sitemap: false,
    access: 'public',
    cache: false,
    hreflang: false,
    namespaces: ['login'],
    traits: [],
  },
  {
    name: 'register',
    pattern: 'register',
    page: '[world]/register',
    words: {
      de: 'registrieren',
      es: 'registro',
      fr: 'inscription',
      gr: 'register',
      it: 'registrazione',
      en: 'register',
    },
    robots: 'noindex,follow',
    canonical: 'self',
    queryKept: [],
    sitemap: false,
    access: 'public',
    cache: false,
    hreflang: false,
    namespaces: ['signup'],
    traits: [],
  },
  {
    name: 'register-confirm',
    pattern: 'register/confirm/{registrationToken}',
    page: '[world]/register/confirm/[registrationToken]',
    words: {
      de: 'registrieren/bestaetigen/{registrationToken}',
      es: 'registro/confirmar/{registrationToken}',
      fr: 'inscription/confirmer/{registrationToken}',
      gr: 'register/confirm/{registrationToken}',
      it: 'registrazione/conferma/{registrationToken}',
      en: 'register/confirm/{registrationToken}',
    },
    robots: 'noindex,nofollow',
    canonical: 'none',
    queryKept: [],
    sitemap: false,
    access: 'public',
    cache: false,
    hreflang: false,
    namespaces: ['signup'],
    traits: ['token'],
  },
  {
    name: 'account',
    pattern: 'account',
    page: '[world]/account',
    words: { de: 'konto', es: 'cuenta', fr: 'compte', gr: 'account', it: 'account', en: 'account' },
    robots: 'noindex,nofollow',
    canonical: 'none',
    queryKept: [],
    sitemap: false,
    access: 'member',
    cache: false,
    hreflang: false,
    namespaces: ['cabinet-settings'],
    traits: [],
  },
  {
    name: 'bought-materials',
    pattern: 'account/bought-materials',
    page: '[world]/account/bought-materials',
    words: {
      de: 'konto/gekaufte-materialien',
      es: 'cuenta/materiales-comprados',
      fr: 'compte/mes-achats',
      gr: 'account/bought-materials',
      it: 'account/materiali-acquistati',
      en: 'account/bought-materials',
    },
    robots: 'noindex,nofollow',
    canonical: 'none',
    queryKept: ['after'],
    sitemap: false,
    access: 'member',
    cache: false,
    hreflang: false,
    namespaces: ['cabinet-materials', 'material-feedbacks'],
    traits: [],
  },
  {
    name: 'cabinet-sales',
    pattern: 'account/sales',
    page: '[world]/account/sales',
    words: {
      de: 'konto/verkauf',
      es: 'cuenta/ventas',
      fr: 'compte/ventes',
      gr: 'account/sales',
      it: 'account/vendite',
      en: 'account/sales',
    },
    robots: 'noindex,nofollow',
    canonical: 'none',
    queryKept: [],
    sitemap: false,
    access: 'member',
    cache: false,
    hreflang: false,
    namespaces: ['cabinet-sales', 'comments'],
    traits: [],
  },
  {
    name: 'upload',
    pattern: 'account/sales/upload',
    page: '[world]/account/sales/upload',
    words: {
      de: 'konto/verkauf/hochladen',
      es: 'cuenta/ventas/subir',
      fr: 'compte/ventes/deposer',
      gr: 'account/sales/upload',
      it: 'account/vendite/carica',
      en: 'account/sales/upload',
    },
    robots: 'noindex,nofollow',
    canonical: 'none',
    queryKept: [],
    sitemap: false,
    access: 'member',
    cache: false,
    hreflang: false,
    namespaces: ['cabinet-sales'],
    traits: [],
  },
  {
    name: 'edit-material',
    pattern: 'account/sales/edit/{materialId}',
    page: '[world]/account/sales/edit/[materialId]',
    words: {
      de: 'konto/verkauf/bearbeiten/{materialId}',
      es: 'cuenta/ventas/editar/{materialId}',
      fr: 'compte/ventes/modifier/{materialId}',
      gr: 'account/sales/edit/{materialId}',
      it: 'account/vendite/modifica/{materialId}',
      en: 'account/sales/edit/{materialId}',
    },
    robots: 'noindex,nofollow',
    canonical: 'none',
    queryKept: ['problems'],
    sitemap: false,
    access: 'seller',
    cache: false,
    hreflang: false,
    namespaces: ['cabinet-sales'],
    traits: [],
  },
  {
    name: 'sales-downloads',
    pattern: 'account/sales-and-downloads',
    page: '[world]/account/sales-and-downloads',
    words: {
      de: 'konto/verkaeufe-und-downloads',
      es: 'cuenta/ventas-y-descargas',
      fr: 'compte/ventes-et-telechargements',
      gr: 'account/sales-and-downloads',
      it: 'account/vendite-e-download',
      en: 'account/sales-and-downloads',
    },
    robots: 'noindex,nofollow',
    canonical: 'none',
    queryKept: ['after'],
    sitemap: false,
    access: 'seller',
    cache: false,
    hreflang: false,
    namespaces: ['cabinet-sales'],
    traits: [],
  },
  {
    name: 'seller-landing',
    pattern: 'seller-landing',
    page: '[world]/seller-landing',
    words: {
      de: 'material-teilen',
      es: 'compartir-materiales',
      fr: 'partager-materiel',
      gr: 'moirasou-yliko',
      it: 'condividi-materiali',
      en: 'seller-landing',
    },
    robots: 'index,follow',
    canonical: 'self',
    queryKept: ['price', 'sales'],
    sitemap: 'static',
    access: 'public',
    cache: { maxAge: 3600, swr: 86400 },
    hreflang: true,
    namespaces: ['seller'],
    traits: [],
  },
  {
    name: 'favorites',
    pattern: 'favorites',
    page: '[world]/favorites',
    words: {
      de: 'merkliste',
      es: 'favoritos',
      fr: 'favoris',
      gr: 'favorites',
      it: 'preferiti',
      en: 'favorites',
    },
    robots: 'noindex,follow',
    canonical: 'self',
    queryKept: ['page', 'removed'],
    sitemap: false,
    access: 'public',
    cache: false,
    hreflang: false,
    namespaces: ['favorites'],
    traits: ['app-banner'],
  },
  {
    name: 'app-landing',
    pattern: 'app',
    page: '[world]/app',
    words: { de: 'app', es: 'app', fr: 'application', gr: 'efarmogi', it: 'app', en: 'app' },
    robots: 'index,follow',
    canonical: 'self',
    queryKept: [],
    sitemap: 'static',
    access: 'public',
    cache: { maxAge: 3600, swr: 86400 },
    hreflang: true,
    namespaces: ['landing'],
    traits: [],
  },
  {
    name: 'offers',
    pattern: 'offers',
    page: '[world]/offers',
    words: { de: 'angebote', es: 'ofertas', fr: 'offres', gr: 'prosfores', it: 'offerte', en: 'offers' },
    robots: 'index,follow',
    canonical: 'self-paged',
    queryKept: ['page'],
    sitemap: 'static',
    access: 'public',
    cache: { maxAge: 60, swr: 3600 },
    hreflang: true,
    namespaces: ['info'],
    traits: [],
  },
  {
    name: 'recommendations',
    pattern: 'recommendations',
    page: '[world]/recommendations',
    words: {
      de: 'empfehlungen',
      es: 'recomendaciones',
      fr: 'recommandations',
      gr: 'recommendations',
      it: 'consigliati',
      en: 'recommendations',
    },
    robots: 'noindex,follow',
    canonical: 'self',
    queryKept: [],
    sitemap: false,
    access: 'public',
    cache: false,
    hreflang: false,
    namespaces: ['personalization'],
    traits: [],
  },
  {
    name: 'terms',
    pattern: 'terms',
    page: '[world]/terms',
    words: { de: 'agb', es: 'condiciones', fr: 'cgu', gr: 'oroi-chrisis', it: 'condizioni', en: 'terms' },
    robots: 'index,follow',
    canonical: 'self',
    queryKept: [],
    sitemap: 'static',
    access: 'public',
    cache: { maxAge: 3600, swr: 86400 },
    hreflang: true,
    namespaces: ['info'],
    traits: ['no-consent'],
  },
  {
    name: 'imprint',
    pattern: 'imprint',
    page: '[world]/imprint',
    words: {
      de: 'impressum',
      es: 'aviso-legal',
      fr: 'mentions-legales',
      gr: 'stoicheia-ekdoti',
      it: 'note-legali',
      en: 'imprint',
    },
    robots: 'index,follow',
    canonical: 'self',
    queryKept: [],
    sitemap: 'static',
    access: 'public',
    cache: { maxAge: 3600, swr: 86400 },
    hreflang: true,
    namespaces: ['info'],
    traits: ['no-consent'],
  },
] as const satisfies readonly RouteRow[]

type Row = (typeof rows)[number]

export type RouteName = Row['name']

export interface Route extends RouteRow {
  name: RouteName
}

type PatternParams<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Optional}?`
      ? { [K in Optional]?: string | undefined }
      : { [K in Name]: string | number }) &
      PatternParams<Rest>
  : unknown

/** The parameters a route's address takes: required ones, and optional ones such as the slug. */
export type RouteParams<N extends RouteName> = PatternParams<Extract<Row, { name: N }>['pattern']>

/** Every page the product serves, one row per address. Later pages are added here as data. */
export const routes: readonly Route[] = Object.freeze(rows)

const byName: ReadonlyMap<string, Route> = new Map(routes.map((row) => [row.name, row]))

/** The row of a route name. */
export function routeOf(name: RouteName): Route {
  const row = byName.get(name)
  if (!row) throw new RangeError(`No route is named "${name}"`)
  return row
}

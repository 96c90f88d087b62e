import { send } from '../support/http-client.ts'

/** One public page per template: where it is in the running product, and which audits it misses on purpose. */
export interface Template {
  name: string
  /** A path, or how to find one that shows everything the template can; undefined: this product has none. */
  path: string | ((base: string) => Promise<string | undefined>)
  /** Audits that this page has to miss, and why. They run and count; the report names them. */
  misses?: Readonly<Record<string, string>>
  /** The status it answers on purpose. */
  status?: 404
}

const noindex = {
  'is-crawlable': 'the page says noindex on purpose, and this audit wants every page in search engines',
}

/** Add a row for each new public template. */
export const templates: readonly Template[] = [
  { name: 'root', path: '/' },
  { name: 'home', path: '/de' },
  { name: 'search', path: '/de/suchergebnisse?query=deutsch', misses: noindex },
  {
    name: 'material',
    path: (base) => link(base, '/de/suchergebnisse?sort=bestselling', /^\/de\/material\//),
  },
  { name: 'bundle', path: bundle },
  { name: 'author', path: (base) => listed(base, 'authors') },
  { name: 'favorites', path: '/de/merkliste', misses: noindex },
  { name: 'terms', path: '/de/agb' },
  { name: 'faq', path: (base) => exists(base, '/de/faq') },
  { name: 'keyword landing', path: (base) => listed(base, 'keywords') },
  { name: 'post', path: (base) => listed(base, 'posts') },
  { name: 'seller landing', path: (base) => exists(base, '/de/material-teilen') },
  { name: 'offers', path: (base) => exists(base, '/de/angebote') },
  { name: 'help center', path: (base) => exists(base, '/de/hilfe') },
  { name: 'Greek home', path: '/gr' },
  {
    name: 'not found',
    path: '/de/gibt-es-nicht',
    status: 404,
    misses: {
      ...noindex,
      'http-status-code': 'a page that does not exist answers 404',
      'errors-in-console': 'Chromium writes the 404 of the page itself into its console',
    },
  },
]

async function exists(base: string, path: string): Promise<string | undefined> {
  return (await send(base, { path })).status === 200 ? path : undefined
}

async function link(base: string, page: string, form: RegExp): Promise<string | undefined> {
  return (await links(base, page)).find((href) => form.test(href))
}

async function links(base: string, page: string): Promise<string[]> {
  const { text } = await send(base, { path: page })
  return [...text.matchAll(/ href="(\/[^"#]*)"/g)].map(([, href = '']) => href)
}

/** The first address of a sitemap group. */
async function listed(base: string, group: string): Promise<string | undefined> {
  const { status, text } = await send(base, { path: `/sitemaps/de/${group}-1.xml` })
  const location = status === 200 ? /<loc>([^<]+)<\/loc>/.exec(text)?.[1] : undefined
  return location && new URL(location).pathname
}

async function bundle(base: string): Promise<string | undefined> {
  const { text } = await send(base, { path: '/api/v1/search?world=de&query=paket' })
  const { materials } = JSON.parse(text) as { materials: { url: string; isBundle: boolean }[] }
  return materials.find(({ isBundle }) => isBundle)?.url
}

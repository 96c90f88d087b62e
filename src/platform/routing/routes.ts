import type { Who } from '#platform/roles.ts'
import {
  admin,
  article,
  cabinet,
  classroom,
  editing,
  finance,
  hour,
  listing,
  minute,
  moderation,
  type NavEntry,
  type NavGroup,
  personal,
  type RouteRow,
  secret,
  selling,
  staff,
  support,
  twoMinutes,
  unlisted,
} from './kinds.ts'
import { routeWords } from './route-words.ts'

/** A link of the navigation of the account or of the console. */
function at(group: NavGroup, icon: string, label: string, shownTo?: Who): NavEntry {
  return { group, icon, label, ...(shownTo && { shownTo }) }
}

/**
 * Every page, by its name: its kind, the specification's English address and what differs from the kind. Localized addresses stand
 * in locales/<world>/routes.json, titles in meta.json there.
 */
const rows = {
  // Entrance, search, authors
  'root-landing': article('', { page: 'index' }),
  home: article('', { page: '[world]/index', cache: minute }),
  homeschooling: article('homeschooling', { cache: { maxAge: 60, swr: 86400 } }),
  search: unlisted('search-results', {
    canonical: 'self-query',
    cache: minute,
    traits: ['app-banner'],
    query:
      'after class_grade curriculum exact format free interactive language learning_years material_type page pages price query rating school_type solutions sort subject',
  }),
  author: listing('author-prefix/{id}/{slug?}', {
    sitemap: 'authors',
    cache: twoMinutes,
    query: 'material_type page query section subject',
  }),
  'author-materials': unlisted('author-prefix/{id}/{slug}/materials', {
    canonical: 'none',
    cache: twoMinutes,
  }),
  'author-activity': unlisted('author-prefix/{id}/{slug}/activity', { cache: twoMinutes, query: 'after' }),
  'author-following': unlisted('author-prefix/{id}/{slug}/following', { cache: twoMinutes, query: 'page' }),
  'author-redirect': cabinet('author-redirect'),
  'author-main': cabinet('author-main'),
  user: unlisted('id/{id}/{slug?}', { query: 'after' }),
  'user-tab': unlisted('id/{id}/{slug}/{tab}', { query: 'after page' }),
  'author-blog': listing('author-prefix/{id}/{slug}/blog', {
    sitemap: 'authors',
    cache: twoMinutes,
    query: 'page',
  }),

  // Materials and posts
  material: article('material/{id}/{slug?}', {
    sitemap: 'materials',
    cache: { maxAge: 300, swr: 86400 },
    hreflang: false,
    traits: ['app-banner'],
    query: 'after reviews stars',
  }),
  post: article('post/{id}', {
    sitemap: 'posts',
    cache: { maxAge: 300, swr: 86400 },
    hreflang: false,
    query: 'after',
  }),

  // Exercises, courses, learning rooms
  'interactive-main': article('interactive', {
    page: '[world]/interactive/index',
    cache: { maxAge: 60, swr: 86400 },
  }),
  'interactive-home': personal('interactive/home', { cache: minute }),
  'interactive-materials': listing('interactive/materials', { hreflang: true, query: 'page' }),
  'interactive-courses': unlisted('interactive/courses', {
    access: 'member',
    nav: at('teaching', 'path', 'interactive-shop:courses.heading'),
  }),
  'interactive-course': cabinet('interactive/courses/{courseId}', { under: 'interactive-courses' }),
  'interactive-learn': classroom('interactive/course/{key}'),
  'interactive-my': cabinet('interactive/my', {
    nav: at('teaching', 'puzzle', 'new-interactive:my.heading'),
  }),
  'interactive-unit': cabinet('interactive/my/{unitId}', { query: 'element new', under: 'interactive-my' }),
  'interactive-print': cabinet('interactive/my/{unitId}/print'),
  'interactive-play': classroom('interactive/practice/{key}'),
  'interactive-rooms': cabinet('interactive/learning-rooms', {
    query: 'unit',
    nav: at('teaching', 'board', 'learning-rooms:list.heading'),
  }),
  'room-desk': cabinet('interactive/learning-rooms/{roomId}', {
    query: 'answer pupil',
    under: 'interactive-rooms',
  }),
  'room-screen': cabinet('interactive/learning-rooms/{roomId}/screen'),
  'room-enter': classroom('r'),
  room: classroom('r/{code}'),

  // Tools that make worksheets, games and plans
  'ai-tools': article('ai-tools', { page: '[world]/ai-tools/index', query: 'category query' }),
  'ai-documents': cabinet('ai-tools/documents', { nav: at('teaching', 'tasks', 'ai-tools:mine.nav') }),
  'ai-document': cabinet('ai-tools/document/{documentId}', { under: 'ai-documents' }),
  'ai-faq': article('ai-tools/faq'),
  'ai-run': cabinet('ai-tools/run/{runId}', { under: 'ai-documents' }),
  'ai-tool': article('ai-tools/{tool}'),

  // Landing pages
  'keyword-landing': listing('tema/{id}/{slug?}', { sitemap: 'keywords', query: 'page' }),
  'lesson-landing': listing('lessons/{id}/{slug?}', { sitemap: 'lessons', query: 'page' }),
  'school-landing': listing('schulmaterialen/{school}/{id}/{slug?}', {
    aliases: 'schulmaterialien/{school}/{id}/{slug?}',
    sitemap: 'schools',
    hreflang: true,
    traits: ['app-banner'],
    query: 'page',
  }),

  // Buying
  cart: personal('shopping-cart', { query: 'removed' }),
  'abandoned-cart': secret('abandoned-cart/{token}'),
  payment: personal('payment', { traits: ['no-favorites'], query: 'country status' }),
  'order-confirmation': cabinet('order-confirmation', { query: 'order' }),
  'invoice-success': cabinet('invoice-purchase-success', { query: 'order' }),
  'thank-you': cabinet('thank-you', { traits: ['app-banner'], query: 'order' }),

  // Login and registration
  login: unlisted('login', { traits: ['no-session-check'] }),
  authorize: secret('authorize'),
  'microsoft-redirect': secret('microsoft-redirect'),
  'social-confirm': secret('login/confirm/{token}'),
  register: unlisted('register', { traits: ['no-session-check'] }),
  'register-confirm': secret('register/confirm/{registrationToken}'),
  'forgot-password': personal('forgot-password', { traits: ['no-session-check'] }),
  'password-recovery': secret('password-recovery/{token}'),
  'complete-registration': secret('complete-registration/{token}'),
  'keep-account': secret('keep-account/{token}'),

  // Links of mails
  'text-preview': secret('text-preview/{token}'),
  unsubscribe: secret('unsubscribe/{partition}/{token}'),
  ticket: secret('ticket/{token}'),
  'newsletter-confirm': secret('newsletter/confirm/{token}'),
  'mailing-unsubscribe': secret('mailing-unsubscribe/{token}'),
  'rating-email': secret('rate/{token}'),
  'free-download': secret('free-material/{token}'),
  'recommendation-token': secret('recommendation/{token}'),
  referral: unlisted('invitation/{code?}'),
  appeal: secret('appeal/{token}'),
  'school-invitation': secret('school-invitation/{token}'),
  'shared-list': secret('list/{token}'),
  'change-country': unlisted('change-country', { query: 'saved' }),

  // Account
  account: cabinet('account', { nav: at('home', 'home', 'account:nav.overview') }),
  notifications: cabinet('account/notifications', {
    query: 'after',
    nav: { ...at('home', 'bell', 'notifications:nav'), count: 'notifications' },
  }),
  'bought-materials': cabinet('account/bought-materials', {
    query: 'after',
    nav: at('library', 'books', 'header:boughtMaterials'),
  }),
  favorites: unlisted('favorites', {
    aliases: 'account/favorites konto/favoriten cuenta/favoritos compte/favoris account/preferiti',
    traits: ['app-banner'],
    query: 'page removed sort',
    nav: { ...at('library', 'heart', 'header:favorites'), count: 'favorites' },
  }),
  feed: cabinet('account/feed', { query: 'after', nav: at('library', 'people', 'favorites:feed.nav') }),
  invoices: cabinet('account/invoices', {
    query: 'after order quarter withdraw',
    nav: at('library', 'receipt', 'header:invoices'),
  }),
  'billing-address': cabinet('account/billing-address', { under: 'invoices' }),
  credit: cabinet('account/credit', { nav: at('library', 'wallet', 'header:credit') }),
  'gift-cards': cabinet('account/gift-cards', { query: 'order status', under: 'credit' }),
  'my-subjects': cabinet('account/my-subjects', {
    nav: at('settings', 'sliders', 'personalization:mine.heading'),
  }),
  'mail-settings': cabinet('account/mails', {
    nav: at('settings', 'mail', 'service-pages:settings.heading'),
  }),
  requests: cabinet('account/requests', { nav: at('settings', 'info', 'tickets:own.heading') }),
  security: cabinet('account/security', {
    access: 'member-in-person',
    nav: at('settings', 'lock', 'cabinet-settings:frame.security'),
  }),
  'change-email': cabinet('account/change-email', { under: 'security' }),
  'change-password': cabinet('account/change-password', { under: 'security' }),
  'change-email-confirm': secret('account/change-email/confirm/{confirmationToken}'),
  'my-data': cabinet('account/my-data', {
    access: 'member-in-person',
    nav: at('settings', 'archive', 'cabinet-settings:data.heading'),
  }),
  'delete-account': cabinet('account/delete', { under: 'my-data' }),
  'my-school': cabinet('account/my-school', {
    query: 'after code files leave',
    nav: at('teaching', 'school', 'my-school:heading', 'school-member'),
  }),
  'school-wishlist': cabinet('account/school-wishlist', {
    query: 'decide material removed sort state subject',
    nav: at('teaching', 'heart', 'school-wishlist:heading', 'school-member'),
  }),
  'school-create': cabinet('account/school-create', { query: 'q', under: 'my-school' }),
  'school-account': cabinet('account/school-account', {
    access: 'master',
    query: 'remove unverify',
    nav: at('teaching', 'key', 'my-school:accountHeading'),
  }),

  // Selling
  'cabinet-sales': cabinet('account/sales', {
    query: 'published',
    nav: at('selling', 'file', 'cabinet-sales:nav.materials'),
  }),
  upload: cabinet('account/sales/upload', { nav: at('selling', 'upload', 'header:upload') }),
  'first-upload': cabinet('account/first-upload/{materialId?}', { query: 'problems step', under: 'upload' }),
  'edit-material': selling('account/sales/edit/{materialId}', {
    query: 'problems refused',
    under: 'cabinet-sales',
  }),
  'sales-downloads': selling('account/sales-and-downloads', {
    query: 'after country from material to',
    nav: at('selling', 'coins', 'cabinet-sales:nav.sales'),
  }),
  charts: selling('account/charts', {
    query: 'compare days material',
    nav: at('selling', 'chart', 'header:charts'),
  }),
  payouts: selling('account/payouts', { nav: at('selling', 'bank', 'payouts:nav') }),
  'bank-details': selling('account/bank-details', { access: 'seller-in-person', under: 'payouts' }),
  fee: cabinet('account/fee', { query: 'after', nav: at('selling', 'receipt', 'header:fee', 'seller') }),
  vouchers: cabinet('account/vouchers', { nav: at('selling', 'ticket', 'header:vouchers') }),
  'post-editor': cabinet('post-editor', {
    query: 'deleted id picture restored saved version',
    nav: at('selling', 'pen', 'blogpost:nav', 'seller'),
  }),
  'my-author-profile': cabinet('account/my-author-profile', {
    nav: at('selling', 'user', 'cabinet-settings:profile.nav'),
  }),
  'seller-landing': article('seller-landing', { query: 'price sales' }),
  'step-upload': unlisted('step-upload'),
  'step-name': unlisted('step-name', { query: 'material' }),

  // Console: who runs the platform. Its aliases are its addresses before it had a frame.
  console: staff('console', { nav: at('console', 'board', 'console-frame:name') }),
  'console-search': staff('console/search', { query: 'query', under: 'console' }),
  'console-schools': support('console/schools', {
    query: 'state',
    nav: at('people', 'school', 'my-school:desk.nav'),
  }),
  'console-texts': editing('console/texts', {
    query: 'kind page query state',
    nav: at('content', 'pen', 'console:texts.nav'),
  }),
  'console-text-files': editing('console/texts/files', { under: 'console-texts' }),
  'console-all-texts': admin('console/texts/all', { query: 'kind page query state', under: 'console-texts' }),
  'console-text': editing('console/texts/{kind}/{key}', { query: 'version', under: 'console-texts' }),
  'console-text-worlds': editing('console/texts/{kind}/{key}/worlds', {
    query: 'left right',
    under: 'console-texts',
  }),
  'console-tickets': support('console/tickets', {
    query: 'own state',
    nav: at('community', 'info', 'tickets:list.nav'),
  }),
  'console-ticket': support('console/tickets/{id}', { query: 'answer', under: 'console-tickets' }),
  'console-answers': support('console/saved-answers', { under: 'console-tickets' }),
  moderation: moderation('console/moderation', {
    aliases: 'moderation moderacion moderazione',
    query: 'after kind state',
    nav: at('community', 'flag', 'moderation:nav'),
  }),
  'moderation-figures': moderation('console/moderation/figures', {
    aliases: 'moderation/figures moderation/zahlen moderacion/cifras moderation/chiffres moderazione/cifre',
    query: 'year',
    under: 'moderation',
  }),
  'operator-tasks': finance('console/tasks', {
    aliases: 'operator-tasks offene-aufgaben tareas-pendientes taches-en-attente attivita-in-sospeso',
    query: 'after state',
    nav: at('money', 'tasks', 'cabinet-settings:frame.operatorTasks'),
  }),
  'finance-payouts': finance('console/payouts', {
    aliases: 'finance/payouts finanzen/auszahlungen finanzas/pagos finances/versements finanza/pagamenti',
    query: 'search year',
    nav: at('money', 'bank', 'payouts:finance.title'),
  }),
  'finance-vouchers': finance('console/vouchers', {
    aliases: 'finance/vouchers finanzen/gutscheine finanzas/cupones finances/bons-de-reduction finanza/buoni',
    nav: at('money', 'ticket', 'cabinet-credit:platform.title'),
  }),
  'console-editors': admin('console/editors', { nav: at('people', 'key', 'console-frame:editors.nav') }),
  'login-as': admin('login-as', { nav: at('people', 'switch', 'cabinet-settings:loginAs.heading') }),

  'console-visits': staff('console/visits', { nav: at('content', 'chart', 'visits:desk.nav') }),
  'console-help': editing('console/help', { nav: at('content', 'check', 'help-center:desk.nav') }),
  'console-letters': editing('console/newsletter', { nav: at('content', 'mail', 'newsletter:desk.nav') }),
  'console-letter': editing('console/newsletter/{key}', { under: 'console-letters' }),

  // Offers and texts
  'app-landing': article('app'),
  offers: listing('offers', { hreflang: true, query: 'page' }),
  recommendations: unlisted('recommendations'),
  terms: article('terms', { traits: ['no-consent'] }),
  privacy: article('privacy', { traits: ['no-consent'] }),
  'data-processing': article('data-processing', { traits: ['no-consent'] }),
  'legal-documents': article('legal-documents', { traits: ['no-consent'] }),
  'legal-versions': unlisted('legal-documents/{document}', {
    canonical: 'none',
    traits: ['no-consent'],
    query: 'from to',
  }),
  withdrawal: unlisted('withdrawal', { canonical: 'none', traits: ['no-consent'], query: 'order' }),
  imprint: article('imprint', { traits: ['no-consent'] }),
  'privacy-settings': personal('privacy-settings', { traits: ['no-consent', 'no-session-check'] }),
  faq: article('faq'),
  'help-center': article('help-center', { query: 'query role' }),
  contact: unlisted('contact'),
  'help-article': article('help-center/{id}/{slug?}'),
  partners: article('partners'),
  team: article('team'),
  podcast: article('podcast'),
  'podcast-episode': article('podcast/{id}/{slug?}', { sitemap: 'posts' }),
  magazine: article('magazine'),
  newsletter: article('newsletter'),
  'newsletter-letters': unlisted('newsletter/letters'),
  'newsletter-letter': unlisted('newsletter/letters/{key}'),
  'magazine-article': article('magazine/{id}/{slug?}', { sitemap: 'posts' }),
  jobs: article('jobs'),
  'gdpr-jobs': unlisted('gdpr-jobs', { cache: hour }),
  'mental-health': article('mental-health/{slug?}'),
  // No release brings writers, and a sitemap lists no page without texts: their articles lead to it.
  writer: article('writers/{slug}', { sitemap: false }),
  campaign: article('campaign/{slug}', { cache: { maxAge: 60, swr: 60 } }),
  charity: article('charity/{slug}', { cache: { maxAge: 60, swr: 60 } }),
  'api-page': unlisted('api', { cache: hour }),
} as const satisfies Readonly<Record<string, Omit<RouteRow, 'name' | 'words'>>>

type Rows = typeof rows

export type RouteName = keyof Rows

export interface Route extends RouteRow {
  name: RouteName
  under?: RouteName
}

type PatternParams<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Optional}?`
      ? { [K in Optional]?: string | undefined }
      : { [K in Name]: string | number }) &
      PatternParams<Rest>
  : unknown

/** The parameters a route's address takes: required ones, and optional ones such as the slug. */
export type RouteParams<N extends RouteName> = PatternParams<Rows[N]['pattern']>

/** Every page the product serves, one row per address. */
export const routes: readonly Route[] = Object.freeze(
  Object.entries(rows).map(([name, row]) => ({ ...row, name, words: routeWords(name) }) as Route),
)

const byName: ReadonlyMap<string, Route> = new Map(routes.map((row) => [row.name, row]))

/** The row of a route name. */
export function routeOf(name: RouteName): Route {
  const row = byName.get(name)
  if (!row) throw new RangeError(`No route is named "${name}"`)
  return row
}

/** Kinds of texts with an address, a description and a day of their own, one folder each below src/shop/content/editorial/texts. */
export const articleKinds = ['help', 'magazine', 'podcast', 'mental-health', 'campaign', 'charity'] as const
export type ArticleKind = (typeof articleKinds)[number]

/** What stands on pages without an address of its own: on top of a front page, in its list, above the help. */
export const entryKinds = [
  'slot',
  'announcement',
  'team',
  'job',
  'faq',
  'series',
  'writer',
  'known-problem',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** What an editor may begin; pages of `info` have their address in the route table, `navigation` its place in the frame. */
export const begunKinds = [...articleKinds, ...entryKinds, 'newsletter'] as const

/** Of the release: there is always one of each name. */
export const fixedKinds = ['info', 'navigation'] as const

/** Every kind of text. */
export const textKinds = [...begunKinds, ...fixedKinds] as const
export type TextKind = (typeof textKinds)[number]

/** Whether texts of a kind are articles: each with an address, a description and a day of its own. */
export function isArticleKind(kind: TextKind): kind is ArticleKind {
  return articleKinds.some((each) => each === kind)
}

/** Whether texts of a kind have no address and stand on pages of others. */
export function isEntryKind(kind: TextKind): kind is EntryKind {
  return entryKinds.some((each) => each === kind)
}

/** Whether a text of a kind can be changed, but never begun or taken away. */
export function isFixedKind(kind: TextKind): boolean {
  return fixedKinds.some((each) => each === kind)
}

const article = ['slug', 'description'] as const
const shown = ['art', 'materials'] as const
const timed = ['startsAt', 'endsAt'] as const

/** The fields of a kind beside its title and its words, in the order of the form. */
export const kindFields = {
  help: [...article, 'category', 'roles', 'order', 'date'],
  magazine: [...article, 'date', 'writer', 'series', 'part', ...shown],
  podcast: [...article, 'date', 'season', 'chapters', ...shown],
  'mental-health': [...article, 'order', 'date', ...shown],
  campaign: [...article, 'date', ...timed, ...shown],
  charity: [...article, 'date', ...timed, ...shown],
  slot: ['page', 'href', 'button', 'picture', 'art', ...timed, 'order'],
  announcement: timed,
  team: ['role', 'picture', 'order'],
  job: ['location', 'hours', ...timed, 'order'],
  faq: ['category', 'order'],
  series: [],
  writer: ['description', 'role', 'picture'],
  'known-problem': [],
  newsletter: [],
  info: [],
  navigation: [],
} as const satisfies Record<TextKind, readonly string[]>

export type TextField = (typeof kindFields)[TextKind][number]

/** Whether a kind has a field. */
export function hasField(kind: TextKind, field: string): boolean {
  return kindFields[kind].some((each) => each === field)
}

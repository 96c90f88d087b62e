import { z } from 'zod'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import {
  type ArticleKind,
  type EntryKind,
  isArticleKind,
  isEntryKind,
  kindFields,
  textKinds,
} from './kinds.ts'

export * from './kinds.ts'

export const helpCategories = [
  'buying',
  'using',
  'account',
  'selling',
  'exercises',
  'school',
  'technical',
  'trust',
] as const
export type HelpCategory = (typeof helpCategories)[number]

/** Who asks for help: who buys, who sells, who looks after a school, who writes exercises, who learns in a room. */
export const helpRoles = ['buyer', 'seller', 'school', 'exercises', 'pupil'] as const
export type HelpRole = (typeof helpRoles)[number]

/** Frontmatter of what is no article: a page with an address of its own in the route table (terms, team ...), a letter. */
export const pageFrontmatter = z.object({ title: z.string().min(3), updated: z.coerce.date() })

/** Pages of `info` that count from a day on, and how many days before it a new version has to be announced. */
export const legalNotice = { terms: 14, privacy: 0, 'data-processing': 14, imprint: 0 } as const
export type LegalKey = keyof typeof legalNotice
export const legalKeys = Object.keys(legalNotice) as LegalKey[]

/** Which legal document a text is; undefined: none. */
export function legalKeyOf({ kind, key }: TextOfWorld): LegalKey | undefined {
  return kind === 'info' ? legalKeys.find((each) => each === key) : undefined
}

/** Frontmatter of a legal document: `validFrom` is the day from which a version counts, and its name. */
export const legalFrontmatter = pageFrontmatter.extend({ validFrom: z.iso.date() })

/** Pages whose top editors fill. */
export const frontPages = ['home', 'magazine'] as const
export type FrontPage = (typeof frontPages)[number]

const art = z.string().regex(/^[a-z0-9-]+$/)
const order = z.coerce.number().int()
const moment = z.coerce.date()

/** Frontmatter of what stands on a page of others. */
const entryFrontmatter = pageFrontmatter.extend({
  title: z.string().min(3).max(200),
  /** Place in its list, the smallest first. */
  order: order.optional(),
  /** Shown from then until the end. Without a zone: by the clock of the world. */
  startsAt: moment.optional(),
  endsAt: moment.optional(),
  /** Slots only: on top of which page. */
  page: z.enum(frontPages).optional(),
  /** Slots only: where it leads, as a link in a text, and the words for it. */
  href: z.string().min(1).max(300).optional(),
  button: z.string().min(2).max(60).optional(),
  /** A picture that was put in (`picture:12`), or one of /art.svg. */
  picture: z
    .string()
    .regex(/^picture:[1-9]\d{0,14}$/)
    .optional(),
  art: art.optional(),
  /** Team and writers: what somebody does. */
  role: z.string().min(2).max(120).optional(),
  /** Jobs only: where, and how much of a week. */
  location: z.string().min(2).max(120).optional(),
  hours: z.string().min(2).max(120).optional(),
  /** Writers only: who they are, in a sentence. */
  description: z.string().min(40).max(155).optional(),
  /** Questions only. */
  category: z.enum(helpCategories).optional(),
})
export type EntryFields = z.output<typeof entryFrontmatter>

const entryFrontmatters: Partial<Record<EntryKind, z.ZodType<EntryFields>>> = {
  slot: entryFrontmatter.required({ page: true }),
  job: entryFrontmatter.required({ location: true }),
  writer: entryFrontmatter.required({ description: true }),
  faq: entryFrontmatter.required({ category: true }),
}

export const textKeySchema = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)

/** Words with commas between, each of `helpRoles`. */
const rolesLine = z
  .string()
  .transform((line) => line.split(',').map((word) => word.trim()))
  .pipe(z.array(z.enum(helpRoles)).min(1))

export interface Chapter {
  startSeconds: number
  title: string
}
/** `0:00 First words | 1:05 Second ones`, as one line like every value. */
const chaptersLine = z
  .string()
  .regex(/^\d+:[0-5]\d [^|]+( \| \d+:[0-5]\d [^|]+)*$/)
  .transform((line) => line.split(' | ').map(chapterOf))

function chapterOf(words: string): Chapter {
  const [, minutes, seconds, title = ''] = /^(\d+):(\d\d) (.+)$/.exec(words) ?? []
  return { startSeconds: 60 * Number(minutes) + Number(seconds), title: title.trim() }
}

/** Frontmatter of an article. `id` is the same in every world and never changes; the slug may. */
export const articleFrontmatter = z.object({
  id: z.coerce.number().int().positive(),
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  title: z.string().min(3).max(110),
  /** Also the description search engines show. */
  description: z.string().min(40).max(155),
  /** Day of publication. */
  date: z.coerce.date(),
  /** Day of the last change worth knowing of: the lastmod of the sitemap. */
  updated: z.coerce.date(),
  /** Place in its list, the smallest first; without one the newest come first. */
  order: order.optional(),
  /** What materials shown below it are searched by: words with commas between. */
  materials: z.string().min(2).max(200).optional(),
  /** Help articles only. */
  category: z.enum(helpCategories).optional(),
  /** Help articles only: whom it is for. Without it: everybody. */
  roles: rolesLine.optional(),
  /** Campaigns and charities: shown from then, gone (410) after the end. A day is one of UTC, a time without a zone one of the world. */
  startsAt: moment.optional(),
  endsAt: moment.optional(),
  /** Podcast: a file below public/, its size and length. Without it the episode is a text to read. */
  audio: z.string().startsWith('/').optional(),
  audioBytes: z.coerce.number().int().positive().optional(),
  audioSeconds: z.coerce.number().int().positive().optional(),
  /** Podcast: what is said, as a file of ours. */
  transcript: z.string().startsWith('/').optional(),
  /** Magazine: who wrote it, the series it belongs to and its place there; texts of these kinds by their keys. */
  writer: textKeySchema.optional(),
  series: textKeySchema.optional(),
  part: z.coerce.number().int().positive().max(99).optional(),
  season: z.coerce.number().int().positive().optional(),
  chapters: chaptersLine.optional(),
  /** Another text's picture in /art.svg, where this one has none of its own. */
  art: art.optional(),
})
export type ArticleFields = z.output<typeof articleFrontmatter>

function pageOf(name: TextOfWorld) {
  return legalKeyOf(name) === undefined ? pageFrontmatter : legalFrontmatter
}

/** What the lines at the top of a text have to be. */
export function frontmatterOf({ kind, key }: TextOfWorld) {
  if (isArticleKind(kind)) return articleFrontmatter
  return isEntryKind(kind) ? (entryFrontmatters[kind] ?? entryFrontmatter) : pageOf({ kind, key })
}

/** `missing`: other worlds have it. `shipped`: as the release brings it. `published`: changed since, or begun here. */
export const textStates = [
  'missing',
  'shipped',
  'draft',
  'in-review',
  'scheduled',
  'published',
  'withdrawn',
  'archived',
] as const
export type TextState = (typeof textStates)[number]

/** A text in the list of its editors. */
export const textLineSchema = z.object({
  kind: z.enum(textKinds),
  key: z.string(),
  title: z.string(),
  state: z.enum(textStates),
  /** ISO time of the last change by an editor. */
  editedAt: z.string().nullable(),
  editor: z.string().nullable(),
  publishAt: z.string().nullable(),
  /** Worlds that have it in public. */
  worlds: z.array(z.string()),
})
export type TextLine = z.output<typeof textLineSchema>

/** Which text of this world. */
export const textNameSchema = z.object({ kind: z.enum(textKinds), key: textKeySchema })
export type TextOfWorld = z.output<typeof textNameSchema>
/** A text of a world: the same key is the same text in every world. */
export type TextName = TextOfWorld & { world: LiveWorld }

/** Why an editor is given another world, or loses it. */
export const grantReasonLength = { min: 10, max: 500 } as const

/** Why a help article did not help. */
export const voteReasons = ['unclear', 'missing', 'wrong', 'other'] as const
export type VoteReason = (typeof voteReasons)[number]

/** A help article as a suggestion. */
export const helpHintSchema = z.object({ title: z.string(), description: z.string(), url: z.string() })
export type HelpHint = z.output<typeof helpHintSchema>

export const maxTextSource = 200_000

/** How one world of a text has to be to be found in the list over all worlds. */
export const worldFilters = [
  ...(['missing', 'older', 'draft', 'in-review', 'scheduled'] as const),
  ...(['published', 'withdrawn'] as const),
] as const

/** A ZIP archive of all texts of a world. */
export const maxTextArchive = 2 * 1024 * 1024

/** A text of an archive beside what is written here; `unreadable`: it has no title, or is too long. */
export const textArchiveLineSchema = z.object({
  kind: z.enum(textKinds),
  key: z.string(),
  title: z.string(),
  change: z.enum(['new', 'changed', 'same', 'unreadable']),
  /** Of what is written here, and whether that is a draft, which would be replaced. */
  version: z.number().int(),
  hasDraft: z.boolean(),
})
export type TextArchiveLine = z.output<typeof textArchiveLineSchema>

export const textArchiveReportSchema = z.object({
  lines: z.array(textArchiveLineSchema),
  /** What else is in it: the first names, and how many. */
  others: z.array(z.string()),
  otherCount: z.number().int(),
})
export type TextArchiveReport = z.output<typeof textArchiveReportSchema>

/** What an editor's form holds; an empty field takes its line away. */
export const textWordsSchema = z.object({
  title: z.string().max(500),
  slug: z.string().max(200).default(''),
  description: z.string().max(2000).default(''),
  category: z.enum(helpCategories).or(z.literal('')).default(''),
  roles: z.string().max(200).optional(),
  order: z.string().max(9).default(''),
  date: z.string().max(40).default(''),
  startsAt: z.string().max(40).default(''),
  endsAt: z.string().max(40).default(''),
  validFrom: z.string().max(40).default(''),
  art: z.string().max(80).default(''),
  materials: z.string().max(400).default(''),
  writer: z.string().max(80).optional(),
  series: z.string().max(80).optional(),
  part: z.string().max(9).optional(),
  season: z.string().max(9).optional(),
  chapters: z.string().max(5000).optional(),
  page: z.enum(frontPages).or(z.literal('')).optional(),
  href: z.string().max(500).optional(),
  button: z.string().max(200).optional(),
  picture: z.string().max(80).optional(),
  role: z.string().max(400).optional(),
  location: z.string().max(400).optional(),
  hours: z.string().max(400).optional(),
  body: z.string().max(maxTextSource),
})
export type TextWords = z.output<typeof textWordsSchema>

/** `fields` (name and code of what is wrong there) and the rest are in the way of publishing; `alt` and `translation` are not. */
export const textCheckSchema = z.object({
  code: z.enum(['field', 'slug', 'link', 'anchor', 'picture', 'needed', 'alt', 'translation']),
  isInTheWay: z.boolean(),
  /** The field, address, anchor, picture or world it is about. */
  detail: z.string(),
})
export type TextCheck = z.output<typeof textCheckSchema>

/** A picture as a text names it: `![words](picture:12 "credit")`. */
export const textPictureSchema = z.object({
  id: idSchema,
  alt: z.string(),
  credit: z.string(),
  src: z.string(),
  srcset: z.string(),
  width: z.number().int(),
  height: z.number().int(),
})
export type TextPicture = z.output<typeof textPictureSchema>

/** What a text may link to, as its address in Markdown. */
export const linkTargetSchema = z.object({
  of: z.enum(['article', 'page', 'material', 'author']),
  href: z.string(),
  title: z.string(),
})
export type LinkTarget = z.output<typeof linkTargetSchema>

export const textChanges = [
  ...(['unschedule', 'discard', 'withdraw', 'bring-back', 'to-shipped'] as const),
  ...(['ask-review', 'end-review', 'archive', 'unarchive'] as const),
] as const
export type TextChange = (typeof textChanges)[number]

/** The symbol of a text's picture in /art.svg. */
export function artOf({
  kind,
  key,
  art,
}: {
  kind: ArticleKind
  key: string
  art?: string | undefined
}): string {
  return art ?? `${kind}-${key}`
}

/** Values of the form that may be taken over from what somebody else stored. */
export const mergeFields = ['title', 'validFrom', ...new Set(Object.values(kindFields).flat())] as const
export type MergeField = (typeof mergeFields)[number]

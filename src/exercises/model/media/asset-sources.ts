import { z } from 'zod'
import type { Rights } from '#platform/rules/files/rights.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { textOfHtml } from '../text/rich-text.ts'

/**
 * What others may do with a picture or a recording: `own`, made by who says so; `resale`, bought with the right to sell it on;
 * `reserved`, nothing without being asked.
 */
export const assetLicenses = [
  'own',
  'resale',
  'cc0',
  'pd',
  'pddl',
  'gpl',
  'cc-by',
  'cc-by-sa',
  'cc-by-nd',
  'cc-by-nc',
  'cc-by-nc-sa',
  'cc-by-nc-nd',
  'reserved',
  'unknown',
] as const
export type AssetLicense = (typeof assetLicenses)[number]

export const licenseVersions = ['', '1.0', '2.0', '2.5', '3.0', '4.0'] as const

/** Stands for the exercise itself, where its file says under what licence it is as a whole. */
export const wholeUnit = 'whole'
export const sourceLimits = { words: 200, address: 500 } as const

/** An address a browser may open; '': none. */
const addressSchema = z
  .string()
  .trim()
  .max(sourceLimits.address)
  .refine((text) => text === '' || addressOf(text) !== '')
const wordsSchema = z.string().trim().max(sourceLimits.words).transform(lineOf)

/** What is said of the origin of something. */
export const statementSchema = z.object({
  license: z.enum(assetLicenses),
  version: z.enum(licenseVersions).default(''),
  title: wordsSchema.default(''),
  author: wordsSchema.default(''),
  source: addressSchema.default(''),
})
export type Statement = z.output<typeof statementSchema>

export const assetSchema = z
  .string()
  .regex(/^(?:whole|unit\/[0-9a-f]{2}\/[0-9a-f]{64}\.(?:webp|mp3|ogg|wav|m4a|mp4|webm))$/)
export const assetSourceSchema = statementSchema.extend({ asset: assetSchema })
export type AssetSource = z.output<typeof assetSourceSchema>

/** What a file says that says nothing. */
export const unknownSource: Statement = { license: 'unknown', version: '', title: '', author: '', source: '' }

const unclear: ReadonlySet<AssetLicense> = new Set(['reserved', 'unknown'])

/** What may be done with all of these together: the least that may be done with one of them. */
export function rightsOf(sources: readonly Pick<Statement, 'license'>[]): Rights {
  if (sources.some(({ license }) => unclear.has(license))) return 'unclear'
  return sources.some(({ license }) => license.startsWith('cc-by-nc')) ? 'non_commercial' : 'clear'
}

/** Whether a licence asks for the name of who made it. */
export function asksForAuthor(license: AssetLicense): boolean {
  return license.startsWith('cc-by')
}

/** What of a unit is stored beside it: its pictures, videos and recordings, by name. */
export function assetsIn(content: unknown): Set<string> {
  const text = JSON.stringify(content ?? null)
  return new Set(text.match(/unit\/[0-9a-f]{2}\/[0-9a-f]{64}\.(?:webp|mp3|ogg|wav|m4a|mp4|webm)/g) ?? [])
}

/** What who plays or prints a unit is told of the origin of what it shows, each line once; of what its teacher made nothing is told. */
export function creditsOf(unit: {
  pages: unknown
  cover?: unknown
  sources?: readonly AssetSource[] | undefined
}): Statement[] {
  if (!unit.sources?.length) return []
  const shown = assetsIn([unit.pages, unit.cover])
  const credited = unit.sources.filter(
    (each) => (each.asset === wholeUnit || shown.has(each.asset)) && isCredited(each),
  )
  const lines = credited.map(({ license, version, title, author, source }) =>
    JSON.stringify({ license, version, title, author, source }),
  )
  return [...new Set(lines)].map((line): Statement => JSON.parse(line))
}

function isCredited({ license, title, author, source }: Statement): boolean {
  if (license === 'own' || license === 'resale') return false
  return license !== 'unknown' || [title, author, source].some(Boolean)
}

/** The name of a licence that is called the same everywhere; undefined: its name is a text of the world. */
export function licenseName({
  license,
  version,
}: Pick<Statement, 'license' | 'version'>): string | undefined {
  if (license === 'cc0') return 'CC0 1.0'
  if (license === 'pddl') return 'ODC PDDL'
  if (license === 'gpl') return 'GNU GPL'
  if (!license.startsWith('cc-')) return undefined
  return `CC ${license.slice(3).toUpperCase()} ${version}`.trim()
}

/** Where a licence can be read. */
export function licenseAddress({
  license,
  version,
}: Pick<Statement, 'license' | 'version'>): string | undefined {
  const commons = 'https://creativecommons.org'
  if (license === 'cc0') return `${commons}/publicdomain/zero/1.0/`
  if (license === 'pddl') return 'https://opendatacommons.org/licenses/pddl/1-0/'
  if (license === 'gpl') return 'https://www.gnu.org/licenses/gpl-3.0.html'
  return license.startsWith('cc-')
    ? `${commons}/licenses/${license.slice(3)}/${version || '4.0'}/`
    : undefined
}

/** What a file says of an origin, as it may be kept: anything may stand in a file. */
export function readStatement(said: {
  license: AssetLicense
  version?: unknown
  title?: unknown
  author?: unknown
  source?: unknown
}): Statement {
  const version = licenseVersions.find((each) => each === said.version) ?? ''
  return {
    license: said.license,
    version: said.license.startsWith('cc-by') ? version : '',
    title: wordsOf(said.title),
    author: wordsOf(said.author),
    source: addressOf(said.source),
  }
}

/** The licence a text names by its address at Creative Commons; undefined: none, or several. */
export function licenseInText(text: string): Pick<Statement, 'license' | 'version'> | undefined {
  const form = /creativecommons\.org\/(?:licenses|publicdomain)\/([a-z-]{2,8})\/(\d\.\d)/gi
  const names = new Set(
    [...text.matchAll(form)].map(([, kind = '', version = '']) => `${kind.toLowerCase()} ${version}`),
  )
  const [only, other] = [...names]
  if (only === undefined || other !== undefined) return undefined
  const [kind = '', version = ''] = only.split(' ')
  const named = { zero: 'cc0', mark: 'pd' }[kind] ?? `cc-${kind}`
  const license = assetLicenses.find((each) => each === named)
  return license && { license, version: licenseVersions.find((each) => each === version) ?? '' }
}

function wordsOf(value: unknown): string {
  // Much longer than what is kept, and short enough to be read by a reader of HTML.
  return typeof value === 'string'
    ? truncate(lineOf(textOfHtml(value.slice(0, 2000))), sourceLimits.words).trim()
    : ''
}

/** One line; signs that turn the direction of what follows would turn the licence behind a name, too. */
function lineOf(text: string): string {
  return cleanText(text)
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** An address of the web; '' for any other, and for what is none. */
function addressOf(value: unknown): string {
  if (typeof value !== 'string' || value.length > sourceLimits.address) return ''
  try {
    const { protocol, href } = new URL(value.trim())
    return /^https?:$/.test(protocol) && href.length <= sourceLimits.address ? href : ''
  } catch {
    return ''
  }
}

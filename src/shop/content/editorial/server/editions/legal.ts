import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { ProductError } from '#platform/errors.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { parseMarkdown, wordsOf } from '#platform/rules/markdown/tree.ts'
import { today } from '#shop/selling/statistics/server/service.ts'
import { type LegalKey, legalNotice } from '../../rules/contract.ts'
import { type LineDifference, lineDifferences } from '../../rules/line-differences.ts'
import { withCompany } from '../company-text.ts'
import { momentAt, textSources } from './edition-queries.ts'
import { cut, fieldsOf } from './source.ts'

/**
 * When a version of a legal document begins to count: the first minute of its day, by the clock of its world. The day of the version
 * in force is that version, corrected: nobody is asked again.
 * @throws ProductError invalid_input (`validFrom`: before the days of notice, or not in the year to come)
 */
export async function beginningOf(
  { articles, world }: Context,
  tx: Db,
  { key, day }: { key: LegalKey; day: string },
): Promise<Date | 'now'> {
  const inForce = articles.validFrom(world, key)
  if (day === inForce) return 'now'
  const refused = new ProductError('invalid_input', { fields: { validFrom: 'invalid' } })
  const first = today(world, new Date(Date.now() + legalNotice[key] * 86_400_000))
  if (day < inForce || day < first) throw refused
  if (day === today(world)) return 'now'
  const at = await momentAt(tx, `${day}T00:00`, worldOf(world).timeZone)
  if (at === undefined) throw refused
  return at
}

/** A version of a legal document. */
export interface LegalVersion {
  /** The day from which it counts, or counted. */
  validFrom: string
  state: 'announced' | 'in-force' | 'past'
  source: string
}

/** Every version of a legal document of this world, the newest first; of one that was corrected its last words. */
export async function legalVersions(context: Context, key: LegalKey): Promise<LegalVersion[]> {
  const { articles, db, world } = context
  const name = { kind: 'info', world, key } as const
  const inForce = articles.validFrom(world, key)
  const next = articles.announced(world, key)
  const sources = [next?.source, articles.source(name), ...(await textSources(db, name))]
  const versions = new Map<string, LegalVersion>()
  for (const source of sources) {
    const validFrom = source === undefined ? undefined : fieldsOf(source).validFrom
    if (source === undefined || validFrom === undefined || versions.has(validFrom)) continue
    const state = validFrom === inForce ? 'in-force' : validFrom > inForce ? 'announced' : 'past'
    versions.set(validFrom, { validFrom, state, source })
  }
  return [...versions.values()].toSorted((one, other) => other.validFrom.localeCompare(one.validFrom))
}

/** What a version says otherwise than another, paragraph by paragraph, without the marks of Markdown. */
export function legalDifferences(
  { env, world }: Pick<Context, 'env' | 'world'>,
  before: LegalVersion,
  after: LegalVersion,
): LineDifference[] {
  const paragraphs = ({ source }: LegalVersion) =>
    parseMarkdown(cut(withCompany(source, env.company, world)).body, { isEditors: true })
      .children.map((block) => wordsOf(block).replaceAll(/\s+/g, ' ').trim())
      .join('\n')
  return lineDifferences(paragraphs(before), paragraphs(after))
}

import {
  type AssetSource,
  asksForAuthor,
  type Statement,
  wholeUnit,
} from '#exercises/model/media/asset-sources.ts'
import type { UnitContent } from '#exercises/model/unit.ts'
import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireSoldRights, tellUnitOrigins } from '#shop/selling/materials/server/service.ts'
import { stateSource } from '../assets/asset-queries.ts'
import { hashOf, rightsOfContent, sourcesIn, withSources } from '../assets/sources.ts'
import { replaceSources, versionRows } from '../origins/origin-queries.ts'
import { findMine, findUsable, keeperOf, type OwnUnit, withOrigins } from '../own-units.ts'
import type { UnitRow } from '../queries.ts'

/** What its owner says of something a unit shows. */
export type StatedSource = AssetSource & {
  /** Ticked: it is their own work. */
  isOwnWork?: boolean
}

export interface StatedSources {
  sources: readonly StatedSource[]
  /** Sets the same for all others without a source. */
  others?: Omit<StatedSource, 'asset'>
}

/**
 * Keeps what the owner of a unit states of things it shows that came from elsewhere. It holds for their other units, too, once
 * they are published again, and for every version of this one at once.
 * @throws ProductError unauthorized; not_found; invalid_input (`asset`: it is not in the unit, or they made it themselves);
 * rights_unclear, rights_non_commercial: it is on offer, and could not be any more
 */
export async function stateSources(
  context: Context,
  id: number,
  { sources, others }: StatedSources,
): Promise<OwnUnit> {
  for (const each of sources) requireWhole(each)
  return await transaction(context.db, async (tx) => {
    const unit = await findUsable(context, tx, id, true)
    const { content } = await withOrigins(tx, unit)
    const listed = new Map(content.sources?.map(({ asset, license }) => [asset, license]))
    if (sources.some(({ asset }) => !listed.has(asset)))
      throw new ProductError('invalid_input', { fields: { asset: 'invalid' } })
    for (const { asset } of sources) listed.delete(asset)
    const unknown = [...listed].filter(([, license]) => license === 'unknown')
    const same = others ? unknown.map(([asset]) => ({ ...others, asset })) : []
    await keep(tx, unit, content, [...sources, ...same])
    await requireSoldRights(tx, { world: unit.world, unitId: id })
    await tellUnitOrigins(context, tx, { world: unit.world, unitId: id })
    return await withOrigins(tx, await findMine(context, tx, id))
  })
}

/** Who says that something is their own says so by a tick; a licence that asks for a name gets one. */
function requireWhole({ license, author, isOwnWork }: StatedSource): void {
  if (license === 'own' && !isOwnWork)
    throw new ProductError('invalid_input', { fields: { isOwnWork: 'required' } })
  if (asksForAuthor(license) && author === '')
    throw new ProductError('invalid_input', { fields: { author: 'required' } })
}

async function keep(
  tx: Db,
  unit: UnitRow,
  content: UnitContent,
  stated: readonly StatedSource[],
): Promise<void> {
  const given = new Map(stated.map((each) => [each.asset, { ...statementOf(each), asset: each.asset }]))
  if (unit.owner_id !== null)
    for (const { asset, ...source } of given.values())
      if (asset !== wholeUnit)
        await stateSource(tx, { accountId: unit.owner_id, hash: hashOf(asset), source })
  const renewed = (sources: readonly AssetSource[]) =>
    sources.map((source) => given.get(source.asset) ?? source)
  const knownSources = renewed(content.sources ?? [])
  const draft = await withSources(tx, content, { ...keeperOf(unit), knownSources })
  await replaceSources(tx, unit, { draft: draft.sources ?? [] })
  for (const { version, content: published } of await versionRows(tx, unit)) {
    const before = sourcesIn(published)
    const sources = renewed(before)
    if (JSON.stringify(sources) === JSON.stringify(before)) continue
    await replaceSources(tx, unit, { version, sources, rights: rightsOfContent({ sources }) })
  }
}

/** A version outlives its author's account: of own work no name is kept. */
function statementOf({ license, version, title, author, source }: Statement): Statement {
  return {
    ...{ license, title, source },
    version: license.startsWith('cc-by') ? version : '',
    author: license === 'own' ? '' : author,
  }
}

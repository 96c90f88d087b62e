import {
  type AssetSource,
  assetSourceSchema,
  assetsIn,
  rightsOf,
  statementSchema,
  unknownSource,
  wholeUnit,
} from '#exercises/model/media/asset-sources.ts'
import type { UnitContent } from '#exercises/model/unit.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Rights } from '#platform/rules/files/rights.ts'
import { assetSources } from './asset-queries.ts'

/** Whose content it is, and what was known of the origin of its files before. */
export interface Keeper {
  /** Null: erased. */
  accountId: number | null
  knownSources?: readonly AssetSource[] | undefined
  /** It is a copy of what others sell: what is told of nothing is its author's. */
  isBlocked?: boolean
}

/**
 * The content with where everything comes from that it shows: what is stated of each file of its owner, else what was known of
 * it before. What its owner neither sent nor imported is of unknown origin, so that no name of a file makes it theirs.
 */
export async function withSources(
  db: Db,
  content: UnitContent,
  { accountId, knownSources = [], isBlocked = false }: Keeper,
): Promise<UnitContent> {
  const assets = [...assetsIn([content.pages, content.cover])]
  const stated = accountId === null ? new Map() : await assetSources(db, accountId, assets.map(hashOf))
  const known = new Map(knownSources.map((source) => [source.asset, source]))
  const sources = assets.flatMap((asset): AssetSource[] => {
    const own: unknown = stated.get(hashOf(asset))
    if (own === null) return []
    const statement = statementSchema.safeParse(own).data
    if (statement) return [{ ...statement, asset }]
    const before = known.get(asset)
    if (before || isBlocked) return before ? [before] : []
    return [{ ...unknownSource, asset }]
  })
  const all = [...knownSources.filter(({ asset }) => asset === wholeUnit), ...sources]
  const { sources: _before, ...rest } = content
  return all.length === 0 ? rest : { ...rest, sources: all }
}

/** What may be done with everything of a unit. */
export function rightsOfContent({ sources = [] }: Pick<UnitContent, 'sources'>): Rights {
  return rightsOf(sources)
}

/** What stored content says of the origin of its files. */
export function sourcesIn(content: unknown): AssetSource[] {
  const { sources } = (content ?? {}) as { sources?: unknown }
  return assetSourceSchema.array().safeParse(sources).data ?? []
}

export function hashOf(asset: string): string {
  return asset.slice(asset.lastIndexOf('/') + 1, asset.lastIndexOf('.'))
}

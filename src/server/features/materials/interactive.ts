import { type FieldErrors, ProductError } from '#shared/errors.ts'
import type { Db } from '../../db/pool.ts'
import type { MaterialRow } from './queries.ts'
import type { MaterialFields } from './types.ts'

interface Seller {
  world: string
  authorId: number
}

/** An exercise its author may sell: published, theirs, and no copy of what others sell. */
export interface SellableUnit {
  id: number
  title: string
}

const mostUnits = 500

/** What an author may choose for a material, by name. */
export async function sellableUnits(db: Db, seller: Seller): Promise<SellableUnit[]> {
  return await sellable(db, seller).orderBy('title').orderBy('id').limit(mostUnits).execute()
}

/** What is wrong with the exercise of a material: somebody else's, not published yet, or a copy that is not to be sold. */
export async function interactiveProblems(
  db: Db,
  seller: Seller,
  { interactiveId }: Pick<MaterialFields, 'interactiveId'>,
): Promise<FieldErrors> {
  if (interactiveId === null) return {}
  const unit = await sellable(db, seller).where('id', '=', interactiveId).executeTakeFirst()
  return unit === undefined ? { interactiveId: 'invalid' } : {}
}

/** Another exercise than before has to be one its author may sell. @throws ProductError invalid_input */
export async function requireSellable(
  tx: Db,
  row: Pick<MaterialRow, 'world' | 'author_id' | 'interactive_id'>,
  fields: Pick<MaterialFields, 'interactiveId'>,
): Promise<void> {
  if (fields.interactiveId === row.interactive_id) return
  const problems = await interactiveProblems(tx, { world: row.world, authorId: row.author_id }, fields)
  if (problems.interactiveId) throw new ProductError('invalid_input', { fields: problems })
}

function sellable(db: Db, { world, authorId }: Seller) {
  return db
    .selectFrom('unit')
    .select(['id', 'title'])
    .where('world', '=', world)
    .where('owner_id', '=', authorId)
    .where('status', '=', 'published')
    .where('resale_blocked', '=', false)
}

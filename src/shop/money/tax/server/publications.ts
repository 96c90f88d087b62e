import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { isAllowed } from '#platform/http/access/authorize.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { changeEach } from '#shop/selling/bulk-listings/server/service.ts'
import type { BulkResult } from '#shop/selling/materials/rules/bulk-contract.ts'
import { ownMaterial } from '#shop/selling/materials/server/service.ts'
import { isPublication } from '../rules/publication.ts'
import { publicationIds, setPublication } from './queries.ts'
import { taxRates } from './rates.ts'

/** The tax of a listing as its author sees it before it is sold. */
export interface ListingTax {
  isPublication: boolean
  /** Its files say so: what is proposed, and the only thing an author may choose beside the usual rate. */
  mayBePublication: boolean
  /** Basis points in the world's own country; the buyer's country decides. */
  rates: { standardBp: number; publicationBp: number }
}

type Own = Awaited<ReturnType<typeof ownMaterial>>

function mayBe({ files, fields }: Own): boolean {
  return isPublication({
    fileNames: files.map(({ name }) => name),
    isInteractive: fields.interactiveId !== null || (fields.courseId ?? null) !== null,
  })
}

/** What the edit page shows of the tax of an own listing. */
export async function listingTax(context: Context, material: Own): Promise<ListingTax> {
  const { db, world } = context
  const [chosen, rates] = await Promise.all([publicationIds(db, world, [material.id]), taxRates(db)])
  const { standardBp = 0, publicationBp = 0 } = rates.get(worldOf(world).country) ?? {}
  const isChosen = chosen.has(material.id)
  return { isPublication: isChosen, mayBePublication: mayBe(material), rates: { standardBp, publicationBp } }
}

/**
 * Says whether a material is an electronic publication. Authors say it of their own, as far as the rule for files goes; finance,
 * for the platform owes the tax, of any. Sold ones keep their rate.
 * @throws ProductError not_found (also for what is somebody else's), invalid_input (isPublication: its files are none)
 */
export async function classify(
  context: Context,
  { materialId, isPublication: wished }: { materialId: number; isPublication: boolean },
): Promise<void> {
  const { accountId: decidedBy } = requireMember(context)
  const { db, world } = context
  // Staff who may set tax rates decide for the platform.
  const isOfPlatform = isAllowed(context, 'tax.set-rate')
  if (!isOfPlatform && !mayBe(await ownMaterial(context, materialId)) && wished)
    throw new ProductError('invalid_input', { fields: { isPublication: 'invalid' } })
  if (!(await setPublication(db, world, { materialId, isPublication: wished, decidedBy })))
    throw new ProductError('not_found')
}

/** The same of many own listings; those whose files are none are skipped and named. */
export async function classifyMany(
  context: Context,
  { ids, isPublication: wished }: { ids: readonly number[]; isPublication: boolean },
): Promise<BulkResult> {
  return await changeEach(context, ids, (materialId) =>
    classify(context, { materialId, isPublication: wished }),
  )
}

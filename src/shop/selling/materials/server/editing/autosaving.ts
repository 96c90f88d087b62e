import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { type FieldErrors, ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { titleLength } from '#platform/limits.ts'
import { bundleProblems } from '../bundles/bundle-prices.ts'
import { setPreviewState } from '../files/file-queries.ts'
import { askForPreviews, lockOwn, slugOf } from '../publishing/publication.ts'
import { updateFields } from '../queries.ts'
import type { FieldInput, MaterialFields } from '../types.ts'
import { fieldsOf } from '../view.ts'
import { readFields, typedOver } from './fields.ts'
import { requireVersion } from './saving-parts.ts'

const prices = [
  ...(['price', 'isPriceSaid', 'salePrice', 'saleFrom', 'saleUntil'] as const),
  ...(['additionalPrice', 'schoolPrice'] as const),
]

/**
 * Stores what is typed about an own draft while it is typed: what is no valid value yet stays as it was. What is public changes
 * only when its author says so. @throws ProductError not_found; conflict (changed elsewhere since `version`, or no draft)
 */
export async function autosaveDraft(
  context: Context,
  { materialId, version, input }: { materialId: number; version: number; input: FieldInput },
): Promise<{ version: number; problems: FieldErrors }> {
  const { accountId: authorId } = requireMember(context)
  const { world } = context
  return await transaction(context.db, async (tx) => {
    const row = await lockOwn(tx, { world, materialId, authorId })
    if (row.status !== 'draft') throw new ProductError('conflict')
    requireVersion(row, version)
    const before = fieldsOf(row)
    const { fields: read, problems } = readFields(context, typedOver(before, input))
    if (row.is_bundle) Object.assign(problems, await bundleProblems(tx, { world, materialId }, read))
    if (read.title.length < titleLength.min) problems.title ??= 'too_short'
    const fields = validOf(before, read, problems)
    const changed = changedNames(before, fields)
    if (changed.length === 0) return { version, problems }
    await updateFields(tx, { world, materialId }, { slug: slugOf(fields.title, world), fields })
    if (changed.includes('previewPages') || changed.includes('solutionPages')) {
      await setPreviewState(tx, { world, materialId }, { state: 'pending' })
      await askForPreviews(context, tx, row)
    }
    return { version: row.version + 1, problems }
  })
}

/** Prices hang together: one that is wrong leaves all as they were. */
function validOf(before: MaterialFields, read: MaterialFields, problems: FieldErrors): MaterialFields {
  const wrong = new Set(Object.keys(problems))
  if (prices.some((name) => wrong.has(name))) for (const name of prices) wrong.add(name)
  const unchanged = Object.entries(before).filter(([name]) => wrong.has(name))
  return { ...read, ...Object.fromEntries(unchanged) }
}

function changedNames(before: MaterialFields, after: MaterialFields): (keyof MaterialFields)[] {
  const names = Object.keys(after) as (keyof MaterialFields)[]
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}

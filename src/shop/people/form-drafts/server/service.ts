import { type Context, memberOf } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { SentForm } from '#platform/features/manifest.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { formDraftLimits } from '#platform/limits.ts'
import { type DraftForm, draftOf, type FormDraft } from '../rules/contract.ts'
import { deleteDraft, findDraft, findDrafts, writeDraft } from './queries.ts'

interface Target {
  form: DraftForm
  subject: string
}

/** Keeps what a member typed into a form; the next word of the same form replaces it. */
export async function keepDraft(
  context: Context,
  { form, subject, fields }: Target & { fields: Record<string, string[]> },
): Promise<{ at: Date }> {
  const { accountId } = requireMember(context)
  const key = { world: context.world, accountId, form, subject }
  return await transaction(context.db, async (tx) => ({
    at: await writeDraft(tx, key, { fields, most: formDraftLimits.perMember }),
  }))
}

/** Forgets what was typed into a form; what is not there is forgotten, too. */
export async function discardDraft(context: Context, { form, subject }: Target): Promise<void> {
  const { accountId } = requireMember(context)
  await deleteDraft(context.db, { world: context.world, accountId, form, subject })
}

/** What the member typed into a form and did not send; of who acts in a member's name nothing is kept. */
export async function ownDraft(
  context: Context,
  form: DraftForm,
  subject: number | '' = '',
): Promise<FormDraft | undefined> {
  const member = memberOf(context)
  if (member === undefined) return undefined
  const key = { world: context.world, accountId: member.accountId, form, subject: String(subject) }
  const row = await findDraft(context.db, key)
  return row && { fields: row.fields as FormDraft['fields'], at: row.updated_at }
}

/** The same of all forms of a kind on one page, by what they are about. */
export async function ownDrafts(context: Context, form: DraftForm): Promise<Map<string, FormDraft>> {
  const { accountId } = requireMember(context)
  const rows = await findDrafts(context.db, { world: context.world, accountId, form })
  return new Map(
    rows.map((row) => [row.subject, { fields: row.fields as FormDraft['fields'], at: row.updated_at }]),
  )
}

/** A form that was taken has no draft any more. */
export const endDraft: SentForm = async (context, { intent, said }) => {
  const member = memberOf(context)
  const target = draftOf(intent, said)
  if (member === undefined || target === undefined) return
  await deleteDraft(context.db, { world: context.world, accountId: member.accountId, ...target })
}

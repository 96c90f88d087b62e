import { z } from 'zod'
import { formDraftLimits } from '#platform/limits.ts'
import { readId } from '#platform/rules/contract/world.ts'

/** Forms whose words are kept while they are typed, by their intent; and which part of address or form says what they are about. */
export const draftForms = {
  'upload-listing': undefined,
  'save-listing': 'materialId',
  'save-post': 'id',
  'save-profile': undefined,
  'save-trader': undefined,
  'save-away': undefined,
  'send-announcement': undefined,
  'save-section': 'sectionId',
} as const satisfies Record<string, string | undefined>

export type DraftForm = keyof typeof draftForms

const { nameLength, values, valueLength } = formDraftLimits
const name = z.string().min(1).max(nameLength)
const fieldsSchema = z.record(name, z.array(z.string().max(valueLength)).max(values))

const target = {
  form: z.enum(Object.keys(draftForms) as [DraftForm, ...DraftForm[]]),
  /** The id of what the form is about; nothing where it is about something new, or about the account. */
  subject: z
    .string()
    .refine((text) => text === '' || readId(text) !== undefined)
    .default(''),
}

export const draftTargetSchema = z.object(target)
export const draftSchema = z.object({
  ...target,
  /** Names of controls and what is in them, each as a list. */
  fields: fieldsSchema.refine(
    (fields) => Object.keys(fields).length <= formDraftLimits.fields,
    'too many fields',
  ),
})

/** What somebody typed into a form some time ago, as its page gets it. */
export interface FormDraft {
  fields: Record<string, string[]>
  at: Date
}

/** Which draft a sent form ends; undefined: it is none of those whose words are kept. */
export function draftOf(
  intent: string | null,
  said: Readonly<Record<string, string | undefined>>,
): { form: DraftForm; subject: string } | undefined {
  const form = Object.keys(draftForms).find((each): each is DraftForm => each === intent)
  if (form === undefined) return undefined
  const by = draftForms[form]
  return { form, subject: (by && said[by]) ?? '' }
}

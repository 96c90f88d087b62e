import { z } from 'zod'
import { action, type FormBinding } from '#platform/http/access/action.ts'
import { maxPreviewPages } from '#platform/limits.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import type { FileFinding } from '../files/left-parts.ts'
import type { FieldInput } from '../types.ts'
import { autosaveDraft } from './autosaving.ts'
import { inputOfForm } from './form-input.ts'
import { stepAddress } from './wizard-address.ts'

const text = z.string().max(100_000).optional()
const list = z.array(z.string().max(64)).max(50).optional()
/** An empty line of a form counts: the next one is of the next page. */
const lines = z.array(z.string().max(10_000).default('')).max(maxPreviewPages).optional()

const stepName = z.enum(['name', 'details', 'price', 'preview'])
const stepFields = {
  ...{
    title: text,
    description: text,
    materialType: text,
    language: text,
    keywords: text,
    lessonMinutes: text,
    ...{ isOwnWork: text, imageSources: text, aiUse: text },
  },
  ...{
    price: text,
    salePrice: text,
    saleFrom: text,
    saleUntil: text,
    additionalPrice: text,
    schoolPrice: text,
  },
  ...{ previewPages: text, solutionPages: text, withoutStamp: text, pageAlts: lines },
  ...{ subjects: list, grades: list, schoolTypes: list, learningYears: list, curricula: list },
}
const draftInput = z.object({
  materialId: idSchema,
  version: z.number().int(),
  steps: z.array(stepName).min(1).max(stepName.options.length),
  ...stepFields,
})
/** What the steps of the way from files to a material send: texts as they were typed. */
const stepInput = z
  .object({
    materialId: idSchema,
    /** The version the form was made of. */
    version: z.number().int().optional(),
    /** Which fields the form has: one it sends nothing of is empty, one it does not have stays. */
    step: stepName,
    ...stepFields,
  })
  .transform(
    ({ materialId, version, step, ...typed }): ListingChange => ({
      ...{ materialId, version },
      ...changedBy(typed, [step]),
    }),
  )
type Step = z.output<typeof stepName>
type Typed = z.output<z.ZodObject<typeof stepFields>>

/** A change of a listing; fields that are left out stay. */
export type ListingChange = FieldInput & {
  materialId: number
  /** The one that was changed, where it is known. */
  version?: number | undefined
  versionNote?: string | undefined
  fileOrder?: number[] | undefined
}

const fieldsOfStep = {
  name: ['title', 'description'],
  details: [
    ...(['subjects', 'grades', 'schoolTypes', 'learningYears', 'materialType', 'language'] as const),
    ...(['curricula', 'keywords', 'lessonMinutes', 'isOwnWork', 'imageSources', 'aiUse'] as const),
  ],
  price: ['price', 'salePrice', 'saleFrom', 'saleUntil', 'additionalPrice', 'schoolPrice'],
  preview: ['previewPages', 'solutionPages', 'pageAlts', 'stampsFiles'],
} as const satisfies Record<Step, readonly (keyof FieldInput)[]>

const next = { name: 'details', details: 'price', price: 'preview', preview: 'publish' } as const

/** One step of the way; what was typed is kept, whatever is still missing. */
export const stepForms: readonly FormBinding<ListingChange, FileFinding[]>[] = [
  stepForm('step-name', 'name-listing'),
  { ...stepForm('first-upload', 'describe-listing'), fromAddress: { materialId: 'materialId' } },
]

/** What is typed so far; what is no valid value yet stays as it was. */
export const keepDraft = action({
  name: 'listing.keep-draft',
  summary: 'Saves what is typed about an own draft, as far as it is valid',
  rate: 'write',
  input: draftInput,
  run: (context, { materialId, version, ...input }) =>
    autosaveDraft(context, { materialId, version, input: changedBy(input, input.steps) }),
  api: {
    method: 'post',
    path: '/v1/materials/{materialId}/draft',
    tag: 'materials',
    output: z.object({ version: z.number().int(), problems: z.record(z.string(), z.string()) }),
  },
})

function stepForm(
  page: 'step-name' | 'first-upload',
  intent: string,
): FormBinding<ListingChange, FileFinding[]> {
  return {
    page,
    intent,
    input: stepInput,
    done: (_, { context, input, values }) =>
      stepAddress(context, input.materialId, next[stepName.parse(values.step)]),
  }
}

function changedBy(typed: Typed, steps: readonly Step[]): FieldInput {
  const {
    subjects = [],
    grades = [],
    schoolTypes = [],
    learningYears = [],
    curricula = [],
    pageAlts = [],
  } = typed
  const values = Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.trim()]] : [],
    ),
  )
  const lists = {
    ...{ subjects, grades, schoolTypes, learningYears, curricula, pageAlts },
    keywords: [typed.keywords ?? ''],
  }
  const input = inputOfForm({ values, lists })
  // No price is a mistake here, not a price of nothing.
  const all = { ...input, price: input.price ?? Number.NaN }
  const names = steps.flatMap((at): readonly (keyof FieldInput)[] => fieldsOfStep[at])
  return Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])))
}

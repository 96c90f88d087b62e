import { z } from 'zod'
import { idSchema } from '#shared/contract/world.ts'
import { maxPreviewPages } from '#shared/limits.ts'
import { action, type FormBinding } from '../../http/action.ts'
import { autosaveDraft } from './autosaving.ts'
import { inputOfForm } from './form-input.ts'
import { updateMaterial } from './service.ts'
import type { FieldInput } from './types.ts'
import { stepAddress } from './wizard-address.ts'

const text = z.string().max(100_000).optional()
const list = z.array(z.string().max(64)).max(50).optional()
/** An empty line of a form counts: the next one is of the next page. */
const lines = z.array(z.string().max(10_000).default('')).max(maxPreviewPages).optional()

const stepNames = ['name', 'details', 'price', 'preview'] as const
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
const stepInput = z.object({
  materialId: idSchema,
  /** The version the form was made of. */
  version: z.number().int().optional(),
  /** Which fields the form has: one it sends nothing of is empty, one it does not have stays. */
  step: z.enum(stepNames),
  ...stepFields,
})
const draftInput = z.object({
  materialId: idSchema,
  version: z.number().int(),
  steps: z.array(z.enum(stepNames)).min(1).max(stepNames.length),
  ...stepFields,
})
type StepInput = z.output<typeof stepInput>

const fieldsOfStep = {
  name: ['title', 'description'],
  details: [
    ...(['subjects', 'grades', 'schoolTypes', 'learningYears', 'materialType', 'language'] as const),
    ...(['curricula', 'keywords', 'lessonMinutes', 'isOwnWork', 'imageSources', 'aiUse'] as const),
  ],
  price: ['price', 'salePrice', 'saleFrom', 'saleUntil', 'additionalPrice', 'schoolPrice'],
  preview: ['previewPages', 'solutionPages', 'pageAlts', 'stampsFiles'],
} as const satisfies Record<StepInput['step'], readonly (keyof FieldInput)[]>

const next = { name: 'details', details: 'price', price: 'preview', preview: 'publish' } as const

/** One step of the way from files to a material; what was typed is kept, whatever is still missing. */
export const step = action({
  name: 'listing.step',
  summary: 'Saves one step of describing an own material',
  rate: 'write',
  input: stepInput,
  run: (context, input) =>
    updateMaterial(context, input.materialId, {
      input: changedBy(input, [input.step]),
      version: input.version,
    }),
  form: [
    binding('step-name', 'name-listing'),
    { ...binding('first-upload', 'describe-listing'), fromAddress: { materialId: 'materialId' } },
  ],
})

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

function binding(page: 'step-name' | 'first-upload', intent: string): FormBinding<StepInput, void> {
  return {
    page,
    intent,
    done: (_, { context, input }) => stepAddress(context, input.materialId, next[input.step]),
  }
}

function changedBy(
  typed: Omit<StepInput, 'materialId' | 'step' | 'version'>,
  steps: readonly StepInput['step'][],
): FieldInput {
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

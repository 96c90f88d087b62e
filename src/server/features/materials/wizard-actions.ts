import { z } from 'zod'
import { idSchema } from '#shared/contract/world.ts'
import { action, type FormDoor } from '../../http/action.ts'
import type { FieldInput } from './fields.ts'
import { inputOfForm } from './form-input.ts'
import { updateMaterial } from './service.ts'
import { stepAddress } from './wizard-address.ts'

const text = z.string().max(100_000).optional()
const list = z.array(z.string().max(64)).max(50).optional()

const stepInput = z.object({
  materialId: idSchema,
  /** Which fields the form has: one it sends nothing of is empty, one it does not have stays. */
  step: z.enum(['name', 'details', 'price', 'preview']),
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
  ...{ previewPages: text, solutionPages: text, withoutStamp: text },
  ...{ subjects: list, grades: list, schoolTypes: list, learningYears: list },
})
type StepInput = z.output<typeof stepInput>

const fieldsOfStep = {
  name: ['title', 'description'],
  details: [
    ...(['subjects', 'grades', 'schoolTypes', 'learningYears', 'materialType', 'language'] as const),
    ...(['keywords', 'lessonMinutes', 'isOwnWork', 'imageSources', 'aiUse'] as const),
  ],
  price: ['price', 'salePrice', 'saleFrom', 'saleUntil', 'additionalPrice', 'schoolPrice'],
  preview: ['previewPages', 'solutionPages', 'stampsFiles'],
} as const satisfies Record<StepInput['step'], readonly (keyof FieldInput)[]>

const next = { name: 'details', details: 'price', price: 'preview', preview: 'publish' } as const

/** One step of the way from files to a material; what was typed is kept, whatever is still missing. */
export const step = action({
  name: 'listing.step',
  summary: 'Saves one step of describing an own material',
  rate: 'write',
  input: stepInput,
  run: (context, input) => updateMaterial(context, input.materialId, { input: changedBy(input) }),
  form: [
    door('step-name', 'name-listing'),
    { ...door('first-upload', 'describe-listing'), fromAddress: { materialId: 'materialId' } },
  ],
})

function door(page: 'step-name' | 'first-upload', intent: string): FormDoor<StepInput, void> {
  return {
    page,
    intent,
    done: (_, { context, input }) => stepAddress(context, input.materialId, next[input.step]),
  }
}

function changedBy(input: StepInput): FieldInput {
  const { subjects, grades, schoolTypes, learningYears, materialId: _id, step: at, ...texts } = input
  const values = Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value ?? '']))
  const lists = {
    ...{ subjects: subjects ?? [], grades: grades ?? [] },
    ...{ schoolTypes: schoolTypes ?? [], learningYears: learningYears ?? [] },
    keywords: [texts.keywords ?? ''],
  }
  const typed = inputOfForm({ values, lists })
  // No price is a mistake here, not a price of nothing.
  const all = { ...typed, price: typed.price ?? Number.NaN }
  return Object.fromEntries(fieldsOfStep[at].map((name) => [name, all[name]]))
}

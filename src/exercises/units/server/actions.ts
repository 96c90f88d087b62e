import { z } from 'zod'
import { unitTemplates } from '#exercises/model/task/templates.ts'
import { contentSchema, type UnitContent } from '#exercises/model/unit.ts'
import { action, type FormDone } from '#platform/http/access/action.ts'
import { maxPostFormBytes } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema, versionSchema } from '#platform/rules/contract/world.ts'
import { interactiveLimits } from '#platform/rules/exercise-limits.ts'
import { type ChangedUnit, type Step, stepSchema, takeStep } from './editing/editing.ts'
import { editor } from './editing/editor-address.ts'
import { begunUnit } from './editing/templates.ts'
import { typedAnswersSchema } from './editing/typed-answers.ts'
import { restoreVersion } from './editing/versions.ts'
import { typedUnitSchema, writeUnit } from './editing/writing.ts'
import { importFile, importParts, unitImported } from './import/importing.ts'
import { copyUnit } from './origins/copies.ts'
import { changeUnit, createUnit, deleteUnit, publishUnit, shareUnit } from './own-units.ts'
import { type AnswersByElement, type CheckedAnswers, practise as scorePractice } from './playing/playing.ts'

const tag = 'units'
const page = 'interactive-unit'
const fromAddress = { unitId: 'unitId' }
const ofUnit = z.object({ unitId: idSchema })
const titleSchema = z.string().trim().min(1).max(interactiveLimits.title)
const madeSchema = z.object({ id: z.number() })
const stateSchema = z.object({
  id: z.number(),
  status: z.string(),
  version: z.number(),
  revision: z.number(),
  practiceKey: z.string().nullable(),
})

export const create = action({
  name: 'unit.create',
  summary: 'Begin an interactive unit, empty or with the tasks of a template in the words of the world',
  rate: 'write',
  // A form sends '' where nobody wants one.
  input: z.object({ title: titleSchema, template: z.enum([...unitTemplates, '']).optional() }),
  run: async (context, { title, template }) =>
    createUnit(context, await begunUnit(context.world, title, template || undefined)),
  api: {
    method: 'post',
    path: '/v3/units',
    tag,
    output: madeSchema,
    reply: (data) => ({ status: 201, data }),
  },
  form: { page: 'interactive-my', intent: 'create-unit', done: ({ id }, { context }) => editor(context, id) },
})

/** A call sends the whole draft, a form one step from what is stored. */
type UnitChange = { unitId: number; revision: number } & ({ content: UnitContent } | { step: Step })
const changeInput: z.ZodType<UnitChange> = ofUnit.extend({ revision: versionSchema, content: contentSchema })
const stepInput = stepSchema
  .extend({ unitId: idSchema, revision: versionSchema })
  .transform(({ unitId, revision, ...step }): UnitChange => ({ unitId, revision, step }))

export const change = action({
  name: 'unit.change',
  summary: 'Save the draft of an own unit; conflict when a newer revision is there',
  rate: 'write',
  input: changeInput,
  run: async (context, { unitId: id, revision, ...change }): Promise<ChangedUnit> =>
    'step' in change
      ? await takeStep(context, { id, revision }, change.step)
      : { unit: await changeUnit(context, { id, revision, content: change.content }) },
  api: {
    method: 'put',
    path: '/v3/units/{unitId}',
    tag,
    output: stateSchema,
    reply: ({ unit }) => ({ data: unit }),
  },
  form: {
    page,
    intent: 'edit-unit',
    input: stepInput,
    fromAddress,
    maxBytes: maxPostFormBytes,
    done: ({ element, hasOpened }, { context, input }) =>
      editor(context, input.unitId, hasOpened ? '#page-opened' : `#${element || 'saved'}`),
  },
})

export const write = action({
  name: 'unit.write',
  summary:
    'Save what was typed into the editor of an own unit; what is unfinished of it is kept as it was typed, and told',
  rate: 'write',
  input: typedUnitSchema,
  run: (context, typed) => writeUnit(context, typed),
  api: {
    method: 'post',
    path: '/v3/units/{unitId}/typed',
    tag,
    output: z.unknown(),
    reply: (data) => ({ data }),
  },
})

export const publish = action({
  name: 'unit.publish',
  summary: 'Make the draft of an own unit its next version, which nobody changes',
  rate: 'write',
  input: ofUnit,
  run: (context, { unitId }) => publishUnit(context, unitId),
  api: {
    method: 'post',
    path: '/v3/units/{unitId}/publish',
    tag,
    output: stateSchema,
    reply: (unit) => ({ data: unit }),
  },
  form: {
    page,
    intent: 'publish-unit',
    fromAddress,
    done: (_unit, { context, input }) => editor(context, input.unitId, '#published'),
  },
})

export const restore = action({
  name: 'unit.restore',
  summary: 'Make a published version of an own unit its draft again; the versions stay as they are',
  rate: 'write',
  input: ofUnit.extend({ version: versionSchema }),
  run: (context, { unitId, version }) => restoreVersion(context, { id: unitId, version }),
  api: {
    method: 'post',
    path: '/v3/units/{unitId}/restore',
    tag,
    output: stateSchema,
    reply: (unit) => ({ data: unit }),
  },
  form: {
    page,
    intent: 'restore-unit',
    fromAddress,
    done: (_unit, { context, input }) => editor(context, input.unitId, '#restored'),
  },
})

export const share = action({
  name: 'unit.share',
  summary: 'Let whoever has the address practise a published unit, or end that',
  rate: 'write',
  input: ofUnit.extend({ isOpen: z.boolean() }),
  run: (context, { unitId, isOpen }) => shareUnit(context, unitId, isOpen),
  api: {
    method: 'put',
    path: '/v3/units/{unitId}/practice',
    tag,
    output: stateSchema,
    reply: (unit) => ({ data: unit }),
  },
  form: {
    page,
    intent: 'share-unit',
    fromAddress,
    done: (_unit, { context, input }) => editor(context, input.unitId, '#practice'),
  },
})

export const copy = action({
  name: 'unit.copy',
  summary: 'Take a copy of an own or bought unit as a draft; a copy of what is bought is never sold',
  rate: 'write',
  idempotent: 'in-transaction',
  input: ofUnit.extend({ title: titleSchema.optional(), folder_id: idSchema.optional() }),
  run: (context, { unitId, title, folder_id: folderId }) => copyUnit(context, unitId, { title, folderId }),
  api: {
    method: 'post',
    path: '/v3/units/{unitId}/copy',
    tag,
    output: madeSchema.extend({ isResaleBlocked: z.boolean() }),
    reply: (data) => ({ status: 201, data }),
  },
  form: [
    { page, intent: 'copy-unit', fromAddress, done: ({ id }, { context }) => editor(context, id) },
    { page: 'interactive-play', intent: 'copy-unit', done: ({ id }, { context }) => editor(context, id) },
  ],
})

export const remove = action({
  name: 'unit.delete',
  summary: 'Delete an own unit; who was given a version of it keeps that',
  rate: 'write',
  input: ofUnit,
  run: async (context, { unitId }) => {
    await deleteUnit(context, unitId)
    return { done: true as const }
  },
  api: { method: 'delete', path: '/v3/units/{unitId}', tag, output: z.object({ done: z.literal(true) }) },
  form: {
    page,
    intent: 'delete-unit',
    fromAddress,
    done: (_done, { context: { world } }) => `${url('interactive-my', { world })}#deleted`,
  },
})

export const importUnit = action({
  name: 'unit.import',
  summary: 'Make a unit of a file (GIFT, Aiken, Moodle XML, QTI, XLSX, CSV, H5P)',
  rate: 'upload',
  body: 'multipart',
  input: z.object({}),
  parts: importParts,
  run: (context, _input, request) => importFile(context, request),
  api: {
    method: 'post',
    path: '/v3/units/import',
    tag,
    output: z.unknown(),
    reply: (result) => ({ status: 201, data: unitImported(result) }),
  },
  form: {
    page: 'interactive-my',
    intent: 'import-unit',
    // What became of the file is shown once, on the same page.
    done: (result): FormDone => ({ typed: {}, result }),
  },
})

const keySchema = z.string().max(40)
const answersSchema = z.record(
  z.string().max(26),
  z.record(
    z.string().max(20),
    z.array(z.string().max(interactiveLimits.answerLength)).max(interactiveLimits.answersPerElement),
  ),
)

interface Practice {
  key: string
  seed: string
  answers: AnswersByElement
  /** Those that are asked for; without them all. */
  elements?: string[] | undefined
}
const practiceInput: z.ZodType<Practice> = z.object({
  key: keySchema,
  answers: answersSchema.default({}),
  elements: z.array(z.string().max(26)).max(interactiveLimits.elements).optional(),
  seed: z.string().max(64).default(''),
})
/** Tasks nobody touched are not among the answers of a form. */
const checkInput = z
  .object({ key: keySchema, seed: z.string().default(''), a: typedAnswersSchema.optional() })
  .transform(({ key, seed, a = {} }): Practice => {
    const said = Object.entries(a).filter(([, answers]) => Object.keys(answers).length > 0)
    return { key, seed: seed.slice(0, 64), answers: Object.fromEntries(said) }
  })

export const practise = action({
  name: 'unit.practise',
  summary: 'Score answers to a unit that is open for practice; nothing of them is kept',
  rate: 'write',
  input: practiceInput,
  run: (context, { key, answers, elements: only, seed }) =>
    scorePractice(context, key, answers, { only, seed }),
  api: {
    method: 'post',
    path: '/v3/units/practice/{key}',
    tag,
    output: z.unknown(),
    reply: (data) => ({ data }),
  },
  form: {
    page: 'interactive-play',
    intent: 'check-answers',
    input: checkInput,
    fromAddress: { key: 'key' },
    maxBytes: maxPostFormBytes,
    done: (outcome, { input: { seed, answers } }): FormDone => {
      const result: CheckedAnswers = { seed, answers, outcome }
      return { typed: {}, result }
    },
  },
})

import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import type { FieldErrors, ProductError } from '#platform/errors.ts'
import { action, type FormBinding, type PostedForm } from '#platform/http/access/action.ts'
import { maxUploadFiles, versionNoteMaxLength } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import {
  changedFields,
  namedAsStored,
  saveParts,
  sayingAsSent,
  uploadParts,
} from './editing/listing-fields.ts'
import { writeProblems, writeRefused } from './editing/problems.ts'
import { type ListingChange, stepForms } from './editing/wizard-actions.ts'
import { stepAddress } from './editing/wizard-address.ts'
import { statusSchema } from './reads.ts'
import {
  deleteMaterial,
  publishMaterial,
  saveMaterial,
  unpublishMaterial,
  updateMaterial,
  uploadMaterial,
} from './service.ts'
import type { RefusedFile, SaveOutcome } from './types.ts'

const tag = 'materials'
const idInput = z.object({ materialId: idSchema })
const done = z.object({ ok: z.literal(true) })
/** Why a file may still name its author, or does not name its buyers (`signed`, `protected`, `unstampable` ...). */
const findingsSchema = z.array(z.object({ name: z.string(), reason: z.string() }))
const accepted = () => ({ data: { ok: true as const } })

const changeInput: z.ZodType<ListingChange> = changedFields.extend({
  materialId: idSchema,
  /** Words to the buyers about what changed; makes an entry of the version history of a public material. */
  versionNote: z.string().max(versionNoteMaxLength).optional(),
  /** Ids of its files in the order they are shown in. */
  fileOrder: z.array(idSchema).max(maxUploadFiles).optional(),
})

/** Afterwards the author is at the list, or at the draft's edit page with what is still wrong in `?problems=`. */
export const upload = action({
  name: 'listing.upload',
  summary: 'Upload a material; action=publish publishes it at once',
  rate: 'upload',
  body: 'multipart',
  input: z.object({}),
  parts: uploadParts,
  run: (context, _input, request) => uploadMaterial(context, request),
  api: {
    method: 'post',
    path: '/v1/materials',
    tag,
    output: z.object({
      materialId: z.number().int(),
      status: statusSchema,
      isProposed: z.literal(true).optional(),
      problems: z.record(z.string(), z.string()),
      refusedEntry: z.string().optional(),
      refused: z.array(z.object({ code: z.string(), entry: z.string() })).optional(),
      findings: findingsSchema,
    }),
    reply: (data) => ({ status: 201, data }),
  },
  form: [
    {
      page: 'upload',
      intent: 'upload-listing',
      done: (outcome, form) =>
        afterSaving(
          { ...outcome, isPublished: outcome.status === 'published' || outcome.isProposed === true },
          form,
        ),
    },
    {
      page: 'step-upload',
      intent: 'begin-listing',
      done: ({ materialId, problems, refused = [] }, { context }) =>
        stepAddress(context, materialId, 'name', writeRefused(problems.files, refused)),
    },
  ],
})

/** The same fields and more: files to add and to remove, their order, a video instead of the one before. */
export const save = action({
  name: 'listing.save',
  summary: 'Change an own material with its files, and publish it if that is wished',
  rate: 'upload',
  body: 'multipart',
  input: idInput,
  parts: saveParts,
  run: (context, { materialId }, request) => saveMaterial(context, materialId, request),
  form: {
    page: 'edit-material',
    intent: 'save-listing',
    fromAddress: { materialId: 'materialId' },
    done: afterSaving,
  },
})

export const edit = action({
  name: 'listing.edit',
  summary: 'Change an own material; fields that are left out stay; prices (`priceCents` ...) are whole cents',
  rate: 'write',
  input: changeInput,
  run: (context, { materialId, version, versionNote, fileOrder, ...input }) =>
    sayingAsSent(input, () =>
      updateMaterial(context, materialId, { input: namedAsStored(input), version, versionNote, fileOrder }),
    ),
  api: {
    method: 'put',
    path: '/v1/materials/{materialId}',
    tag,
    output: done.extend({ findings: findingsSchema }),
    reply: (findings) => ({ data: { ok: true as const, findings } }),
  },
  form: stepForms,
})

export const publish = action({
  name: 'listing.publish',
  summary: 'Publish an own material; one of a new author waits for the desk first (`isProposed`)',
  rate: 'write',
  input: idInput,
  run: (context, { materialId }) => publishMaterial(context, materialId),
  api: {
    method: 'post',
    path: '/v1/materials/{materialId}/publish',
    tag,
    output: z.object({ url: z.string(), isProposed: z.boolean(), findings: findingsSchema }),
  },
  form: [
    {
      page: 'cabinet-sales',
      intent: 'publish-listing',
      done: afterPublishing,
      // What is missing can be filled in at the edit page alone.
      failed: ({ fields = {} }: ProductError, { context, values }) =>
        Object.keys(fields).some((name) => name !== 'materialId')
          ? editAddress(context, Number(values.materialId), fields)
          : undefined,
    },
    {
      page: 'first-upload',
      intent: 'publish-listing',
      fromAddress: { materialId: 'materialId' },
      done: afterPublishing,
    },
  ],
})

export const unpublish = action({
  name: 'listing.unpublish',
  summary: 'Take an own material out of search and lists',
  rate: 'write',
  input: idInput,
  run: (context, { materialId }) => unpublishMaterial(context, materialId),
  api: {
    method: 'post',
    path: '/v1/materials/{materialId}/unpublish',
    tag,
    output: done,
    reply: accepted,
  },
  form: withdrawalForms('unpublish-listing', 'unlisted'),
})

export const remove = action({
  name: 'listing.delete',
  summary: 'Delete an own material; buyers keep their files',
  rate: 'write',
  input: idInput,
  run: (context, { materialId }) => deleteMaterial(context, materialId),
  api: { method: 'delete', path: '/v1/materials/{materialId}', tag, output: done, reply: accepted },
  form: withdrawalForms('delete-listing', 'deleted'),
})

/** What the list of the author's materials says after a form (shop/selling/materials/ui/ListNotices.astro). */
type ListNotice = 'published' | 'proposed' | 'unlisted' | 'deleted'

function withdrawalForms(intent: string, notice: ListNotice): FormBinding<z.output<typeof idInput>, void>[] {
  const done = (_result: unknown, form: Pick<PostedForm, 'context'>) => listAddress(form, notice)
  return [
    { page: 'cabinet-sales', intent, done },
    { page: 'edit-material', intent, fromAddress: { materialId: 'materialId' }, done },
  ]
}

function listAddress(
  { context: { world } }: Pick<PostedForm, 'context'>,
  notice: ListNotice,
  published?: number,
): string {
  return `${url('cabinet-sales', { world, query: { published } })}#${notice}`
}

/** The list leads to what is public now. */
function afterPublishing(
  { isProposed }: { isProposed: boolean },
  { context, input: { materialId } }: Pick<PostedForm<{ materialId: number }>, 'context' | 'input'>,
): string {
  return isProposed ? listAddress({ context }, 'proposed') : listAddress({ context }, 'published', materialId)
}

function afterSaving(outcome: SaveOutcome, form: Pick<PostedForm, 'context'>): string {
  const { materialId, problems, refused } = outcome
  if (outcome.isPublished)
    return afterPublishing(
      { isProposed: outcome.isProposed === true },
      { context: form.context, input: { materialId } },
    )
  const address = editAddress(form.context, materialId, problems, refused)
  return Object.keys(problems).length > 0 ? address : `${address}#saved`
}

function editAddress(
  { world }: Context,
  materialId: number,
  problems: FieldErrors,
  refused?: readonly RefusedFile[],
): string {
  const query = {
    problems: writeProblems(problems),
    refused: refused && writeRefused(problems.files, refused),
  }
  return url('edit-material', { world, materialId, query })
}

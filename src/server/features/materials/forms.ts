import { url } from '#routing/url.ts'
import { type FieldErrors, ProductError } from '#shared/errors.ts'
import type { FormHandler, FormInput, FormOutcome } from '../../api/form.ts'
import type { Context } from '../../context.ts'
import { becomeSeller } from '../identity/service.ts'
import { inputOfForm } from './form-input.ts'
import { writeProblems } from './problems.ts'
import { discardFiles, type ReceivedForm, receiveForm } from './receive.ts'
import {
  allOf,
  deleteMaterial,
  ownMaterial,
  publishMaterial,
  refusedFiles,
  storeUpload,
  unpublishMaterial,
  updateMaterial,
} from './service.ts'

/**
 * Upload form (multipart): fields of MaterialFields by name, `files` (repeatable), `video`, `action` = draft | publish.
 * Afterwards the author is at the list, or at the draft's edit page with what is still wrong in `?problems=`.
 */
export const uploadForm: FormHandler = {
  access: 'member',
  rate: 'upload',
  body: 'multipart',
  async handle(context, form) {
    await becomeSeller(context)
    const received = await receiveForm(context, form.raw)
    try {
      const outcome = await storeUpload(context, received)
      const { world } = context
      if (outcome.status === 'published') return { redirect: url('cabinet-sales', { world }) }
      return { redirect: editAddress(context, outcome.materialId, outcome.problems) }
    } catch (error) {
      return shownAgain(error, received)
    }
  },
}

/**
 * Edit form (multipart): the same fields, `files` to add, `removeFiles` (file ids), `versionNote` (what is new, for the
 * buyers of a public material), `video` (one, instead of the one before), `removeVideo` = 1, `action` = save | publish |
 * unpublish | delete. Saving comes first whatever the action is, so that nothing typed is lost.
 */
export const editMaterialForm: FormHandler = {
  access: 'seller',
  rate: 'upload',
  body: 'multipart',
  async handle(context, form) {
    const materialId = Number(form.params.materialId)
    // Before the body is read: a stranger's files are not stored.
    await ownMaterial(context, materialId)
    const received = await receiveForm(context, form.raw)
    const { action = 'save' } = received.values
    try {
      if (action === 'delete' || action === 'unpublish') {
        await discardFiles(context, allOf(received))
        return await changeState(context, materialId, action)
      }
      if (received.files.length === 0 && received.problems.files) throw refusedFiles(received.problems.files)
      await updateMaterial(context, materialId, {
        input: inputOfForm(received),
        files: received.files,
        video: received.video ?? (received.values.removeVideo === '1' ? null : undefined),
        versionNote: received.values.versionNote,
        removeFileIds: (received.lists.removeFiles ?? []).map(Number).filter(Number.isSafeInteger),
      })
      if (Object.keys(received.problems).length > 0) {
        return { redirect: editAddress(context, materialId, received.problems) }
      }
      if (action !== 'publish') return { redirect: editAddress(context, materialId, {}) }
      return await changeState(context, materialId, 'publish')
    } catch (error) {
      return shownAgain(error, received)
    }
  },
}

/** Buttons of the list of own materials: `material_id`, `action` = publish | unpublish | delete. */
export const cabinetSalesForm: FormHandler = {
  access: 'seller',
  rate: 'write',
  body: 'urlencoded',
  async handle(context: Context, { values }: FormInput) {
    const materialId = Number(values.material_id)
    if (!Number.isSafeInteger(materialId) || materialId < 1) throw new ProductError('not_found')
    const action = values.action
    if (action !== 'publish' && action !== 'unpublish' && action !== 'delete') {
      throw new ProductError('malformed_request')
    }
    return changeState(context, materialId, action)
  },
}

async function changeState(
  context: Context,
  materialId: number,
  action: 'publish' | 'unpublish' | 'delete',
): Promise<FormOutcome> {
  try {
    if (action === 'publish') await publishMaterial(context, materialId)
    else if (action === 'unpublish') await unpublishMaterial(context, materialId)
    else await deleteMaterial(context, materialId)
  } catch (error) {
    if (!(error instanceof ProductError) || error.fields === undefined) throw error
    return { redirect: editAddress(context, materialId, error.fields) }
  }
  return { redirect: url('cabinet-sales', { world: context.world }) }
}

function editAddress({ world }: Context, materialId: number, problems: FieldErrors): string {
  return url('edit-material', { world, materialId, query: { problems: writeProblems(problems) } })
}

/** The same page once more with everything that was typed; files have to be chosen again. */
function shownAgain(error: unknown, { values, lists }: ReceivedForm): FormOutcome {
  if (!(error instanceof ProductError) || error.fields === undefined) throw error
  return { problem: error.code, fields: error.fields, values, lists }
}

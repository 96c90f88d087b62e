import { url } from '#routing/url.ts'
import { idSchema } from '#shared/contract/world.ts'
import { ProductError } from '#shared/errors.ts'
import type { FormHandler } from '../../api/form.ts'
import type { Context } from '../../context.ts'
import {
  removeAvatar,
  removeBackground,
  updateAvatar,
  updateBackground,
  updateProfile,
  updateTrader,
} from './edit.ts'
import { type ReceivedProfileForm, receiveProfileForm } from './pictures.ts'
import { addSection, moveSection, removeSection, saveSection } from './sections.ts'

type Act = (context: Context, form: ReceivedProfileForm) => Promise<void>

const acts: Readonly<Record<string, Act>> = {
  save: (context, { values }) =>
    updateProfile(context, {
      publicName: values.publicName,
      subtitle: values.subtitle,
      description: values.description,
      facebook: values.facebook,
      instagram: values.instagram,
      pinterest: values.pinterest,
      isPrivate: values.isPrivate === '1',
    }),
  avatar: (context, form) => updateAvatar(context, chosen(form)),
  'remove-avatar': removeAvatar,
  background: (context, form) => updateBackground(context, chosen(form)),
  'remove-background': removeBackground,
  trader: (context, { values }) => {
    const { legalName = '', address = '', email = '' } = values
    const { phone = '', tradeRegister = '', vatId = '' } = values
    const trader = { legalName, address, email, phone, tradeRegister, vatId }
    return updateTrader(context, values.isTrader === '1' ? trader : null, values.certified === '1')
  },
  'section-add': (context, { values }) => addSection(context, values.title ?? ''),
  'section-save': (context, form) =>
    saveSection(context, sectionId(form), {
      title: form.values.title ?? '',
      materialIds: (form.lists.materials ?? []).map(Number).filter(Number.isSafeInteger),
    }),
  'section-up': (context, form) => moveSection(context, sectionId(form), 'up'),
  'section-down': (context, form) => moveSection(context, sectionId(form), 'down'),
  'section-delete': (context, form) => removeSection(context, sectionId(form)),
}

/**
 * The member's own profile, several forms of one page, all multipart. Field `action` = `save` | `avatar` |
 * `remove-avatar` | `background` | `remove-background` | `trader` | `section-add` | `section-save` | `section-up` |
 * `section-down` | `section-delete`. Done leads back to the page, to the part that says so.
 */
export const profileForm: FormHandler = {
  access: 'member',
  rate: 'write',
  body: 'multipart',
  async handle(context, form) {
    const received = await receiveProfileForm(form.raw)
    const act = Object.hasOwn(acts, received.values.action ?? '')
      ? acts[received.values.action ?? '']
      : undefined
    if (act === undefined) throw new ProductError('malformed_request')
    try {
      await act(context, received)
    } catch (error) {
      if (!(error instanceof ProductError) || error.fields === undefined) throw error
      const { values, lists } = received
      return { problem: error.code, fields: error.fields, values: { ...values }, lists: { ...lists } }
    }
    return { redirect: `${url('my-author-profile', { world: context.world })}#saved` }
  },
}

function chosen({ picture }: ReceivedProfileForm): Buffer {
  if (picture === undefined) throw new ProductError('invalid_input', { fields: { file: 'required' } })
  return picture
}

function sectionId({ values }: ReceivedProfileForm): number {
  const id = idSchema.safeParse(values.id)
  if (!id.success) throw new ProductError('not_found')
  return id.data
}

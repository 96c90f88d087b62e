import { url } from '#routing/url.ts'
import { ProductError } from '#shared/errors.ts'
import type { FormHandler, FormInput, FormOutcome } from '../../api/form.ts'
import type { Context } from '../../context.ts'
import { changeByLink, changeMailSetting } from './subscriptions.ts'

/**
 * Leaving one kind of mail. The page's buttons send `action` = `leave` | `again`; a mail program sends none and gets
 * the page at once, because RFC 8058 forbids it to follow a redirect.
 */
export const unsubscribeForm: FormHandler = {
  access: 'public',
  rate: 'write',
  body: 'urlencoded',
  isOpen: true,
  async handle(context, form) {
    const { partition = '', token = '' } = form.params
    const address = url('unsubscribe', { world: context.world, partition, token })
    return await answered(context, form, { kind: partition, token, address })
  },
}

/** The same for all mailings at once. */
export const mailingUnsubscribeForm: FormHandler = {
  ...unsubscribeForm,
  async handle(context, form) {
    const { token = '' } = form.params
    const address = url('mailing-unsubscribe', { world: context.world, token })
    return await answered(context, form, { kind: 'mailing', token, address })
  },
}

/** Adds the mail settings to the form of the account page: `action` = `mails-on` | `mails-off` with `partition`. */
export function withMailSettings(form: FormHandler): FormHandler {
  return {
    ...form,
    async handle(context, input) {
      const { action, partition = '' } = input.values
      if (action !== 'mails-on' && action !== 'mails-off') return await form.handle(context, input)
      await changeMailSetting(context, partition, action === 'mails-on')
      return { redirect: `${url('account', { world: context.world })}#mails` }
    },
  }
}

async function answered(
  context: Context,
  form: FormInput,
  link: { kind: string; token: string; address: string },
): Promise<FormOutcome> {
  const { action } = form.values
  try {
    await changeByLink(context, link, action === 'again')
  } catch (error) {
    if (error instanceof ProductError && error.code === 'link_expired') return { problem: error.code }
    throw error
  }
  return action === undefined ? { typed: {} } : { redirect: link.address }
}

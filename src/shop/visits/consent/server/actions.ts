import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { worldSchema } from '#platform/rules/contract/world.ts'
import { consentCategories } from '../rules/consent.ts'
import { categorySchema } from '../rules/contract.ts'
import { cookieOf } from './cookie.ts'
import { chooseConsent } from './service.ts'

const categories = z.array(categorySchema).max(consentCategories.length)

export const giveConsent = action({
  name: 'consent.choose',
  summary: 'Allow or refuse what the site does not need to work; the choice is kept for 12 months',
  rate: 'write',
  input: z.object({
    world: worldSchema.optional(),
    categories: z.union([categories, categorySchema.transform((one) => [one])]).optional(),
    /** A button for all or none, whatever is ticked. */
    choice: z.enum(['all', 'none', 'ticked']).default('ticked'),
  }),
  async run(context, { categories: ticked = [], choice }) {
    const all = choice === 'all' ? consentCategories : []
    return await chooseConsent(context, choice === 'ticked' ? ticked : all)
  },
  api: {
    method: 'post',
    path: '/v3/consent',
    tag: 'visits',
    output: z.object({ categories: z.array(categorySchema) }),
    reply: (choice) => ({ data: { categories: [...choice.categories] }, cookies: [cookieOf(choice)] }),
  },
  form: {
    page: 'privacy-settings',
    intent: 'choose-consent',
    done: (choice, { context: { world } }) => ({
      redirect: `${url('privacy-settings', { world })}#saved`,
      cookies: [cookieOf(choice)],
    }),
  },
})

import { z } from 'zod'
import { type Action, action, type PostedForm } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { updateProfile, updateTrader } from '../service.ts'

export const done = z.object({ ok: z.literal(true) })
export const accepted = () => ({ data: { ok: true as const } })
export const page = 'my-author-profile'

/** Back to the page, to the part that says so. */
export function saved(_result: unknown, { context: { world } }: Pick<PostedForm, 'context'>): string {
  return `${url(page, { world })}#saved`
}

/** A change that is only made in a form of the page. */
export function pageForm<I extends z.ZodType, R>({
  intent,
  ...row
}: Pick<Action<I, R>, 'name' | 'summary' | 'input' | 'run'> & { intent: string }) {
  return action<I, R>({ ...row, rate: 'write', form: { page, intent, done: saved } })
}

const profileInput = z.object({
  public_name: z.string().max(500).optional(),
  subtitle: z.string().max(1000).optional(),
  description: z.string().max(20_000).optional(),
  facebook_profile: z.string().max(500).optional(),
  instagram_profile: z.string().max(500).optional(),
  pinterest_profile: z.string().max(500).optional(),
  is_private_profile: z.boolean().optional(),
})
/** The form is the whole profile: a text that was emptied and a tick that was taken away do not come. */
const emptied = z.string().default('')
const wholeProfile = profileInput.extend({
  public_name: emptied,
  subtitle: emptied,
  description: emptied,
  facebook_profile: emptied,
  instagram_profile: emptied,
  pinterest_profile: emptied,
  is_private_profile: z.boolean().default(false),
})

export const changeProfile = action({
  name: 'profile.change',
  summary: 'Change the own profile; fields that are left out stay',
  rate: 'write',
  input: profileInput,
  run: updateProfile,
  api: { method: 'post', path: '/v1/user/details', tag: 'user', output: done, reply: accepted },
  form: { page, intent: 'save-profile', input: wholeProfile, done: saved },
})

export const saveTrader = pageForm({
  name: 'profile.trader',
  summary: 'Say who sells as a trader, or that nobody does',
  input: z.object({
    isTrader: z.boolean().default(false),
    legalName: emptied,
    address: emptied,
    email: emptied,
    phone: emptied,
    tradeRegister: emptied,
    vatId: emptied,
    /** The trader's word of article 30 (1) (e). */
    certified: z.boolean().default(false),
  }),
  run: (context, { isTrader, certified, ...trader }) =>
    updateTrader(context, isTrader ? trader : null, certified),
  intent: 'save-trader',
})

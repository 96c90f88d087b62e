import { url } from '#routing/url.ts'
import type { FormHandler } from '../../api/form.ts'
import { countryCookie } from './service.ts'

/** The delivery country without JavaScript. Field: `code`. */
export const changeCountryForm: FormHandler = {
  access: 'public',
  rate: 'write',
  body: 'urlencoded',
  async handle(context, { values }) {
    const cookie = countryCookie((values.code ?? '').toUpperCase())
    return {
      redirect: url('change-country', { world: context.world, query: { saved: 1 } }),
      cookies: [cookie],
    }
  },
}

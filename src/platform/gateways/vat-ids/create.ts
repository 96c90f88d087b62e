import type { Env } from '#platform/env/env.ts'
import type { VatIdRegister } from './vat-id-register.ts'
import { createVies } from './vies.ts'

/** VIES when VIES_URL is set; else nobody is asked, and every number stays "not verified yet". */
export function createVatIdRegister({
  viesUrl,
  company,
}: Pick<Env, 'viesUrl' | 'company'>): VatIdRegister | undefined {
  return viesUrl === undefined ? undefined : createVies({ url: viesUrl, requester: company.vatId })
}

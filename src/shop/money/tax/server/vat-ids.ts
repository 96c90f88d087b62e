import type { Deps } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { vatIdProofDays } from '#platform/limits.ts'
import { isMemberState } from '#platform/rules/money/tax.ts'
import { countryOfVatId } from '#platform/rules/money/vat-id.ts'
import { checkVatIdJob } from './jobs.ts'
import { isNameAlike } from './name-likeness.ts'
import { insertVatIdCheck, latestCheck } from './queries.ts'

/**
 * What is known of a VAT number. `unverified`: the register could not be asked yet; that refuses nothing, it only changes
 * nothing. `other_name`: the register names somebody else. `no_register`: a well-formed number of a country whose register
 * we cannot ask (outside the union).
 */
export const vatIdStates = ['verified', 'unverified', 'refused', 'other_name', 'no_register'] as const
export type VatIdState = (typeof vatIdStates)[number]

/** Whose number somebody says it is: the names on their papers. */
export interface StatedHolder {
  vatId: string
  names: readonly (string | null)[]
}

/** The same as it stands in an address. */
export function holderOf(address: {
  vatId: string
  name: string
  organisation: string | null
}): StatedHolder {
  return { vatId: address.vatId, names: [address.organisation, address.name] }
}

/**
 * What the register said about a number, as long as that counts, and whether it is of who says so. Some countries (Germany,
 * Spain) give no names to VIES: there the confirmation of the number is what everybody has, and its record is the evidence.
 */
export async function stateOfVatId(db: Db, { vatId, names }: StatedHolder): Promise<VatIdState> {
  if (!isMemberState(countryOfVatId(vatId))) return 'no_register'
  const check = await latestCheck(db, vatId, new Date(Date.now() - vatIdProofDays * 86_400_000))
  if (check === undefined) return 'unverified'
  if (!check.is_valid) return 'refused'
  return check.name === null || isNameAlike(check.name, names) ? 'verified' : 'other_name'
}

/** The country where somebody counts as a business by their number: outside the union a well-formed one is what there is. */
export function businessIn(vatId: string, state: VatIdState): string | undefined {
  return state === 'verified' || state === 'no_register' ? countryOfVatId(vatId) : undefined
}

/** Asks the register about a number it has not confirmed of late; one that does not answer is asked again by a job. */
export async function verifyVatId(
  deps: Pick<Deps, 'db' | 'queue' | 'vatIds'>,
  holder: StatedHolder,
): Promise<VatIdState> {
  const { vatId } = holder
  const known = await stateOfVatId(deps.db, holder)
  if (known === 'verified' || known === 'no_register' || deps.vatIds === undefined) return known
  const answer = await deps.vatIds.ask(vatId)
  if (answer === undefined) {
    await deps.queue.send(deps.db, checkVatIdJob, { vatId }, { onceKey: vatId })
    return known
  }
  await insertVatIdCheck(deps.db, { vatId, ...answer })
  return await stateOfVatId(deps.db, holder)
}

/** The job `check_vat_id`. @throws when the register still cannot say: worth another try */
export async function checkVatId({ db, vatIds }: Deps, { vatId }: { vatId: string }): Promise<void> {
  if (vatIds === undefined) return
  const known = await latestCheck(db, vatId, new Date(Date.now() - vatIdProofDays * 86_400_000))
  if (known?.is_valid) return
  const answer = await vatIds.ask(vatId)
  if (answer === undefined) throw new Error('the register of VAT numbers does not answer')
  await insertVatIdCheck(db, { vatId, ...answer })
}

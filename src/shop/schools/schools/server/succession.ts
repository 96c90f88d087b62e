import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { schoolSuccessorMail } from './mails.ts'
import { writeTo } from './places.ts'
import { decidesAboutSchool } from './policy.ts'
import { closeSchool, findPlaces, lockSchool, proveAgain, setRole } from './queries.ts'

/**
 * The last who looked after a school is erased: who is known to belong to it and has done so longest takes over and is told so.
 * Where nobody is known, it has to be proven anew; a school nobody is left in is closed, so that it can be founded again.
 */
export async function passSchoolOn(
  context: Context,
  { accountId }: { accountId: number },
  tx: Db,
): Promise<void> {
  await lockSchool(tx, accountId)
  const places = await findPlaces(tx, accountId)
  const own = places.find((each) => each.account_id === accountId)
  const others = places.filter((each) => each !== own)
  if (own === undefined || !decidesAboutSchool(own) || others.some(decidesAboutSchool)) return
  const successor = others.find((each) => each.is_verified) ?? others[0]
  if (successor === undefined) return await closeSchool(tx, own)
  await setRole(tx, successor.account_id, 'master')
  if (!successor.is_verified) await proveAgain(tx, own)
  await writeTo(context, tx, successor, { mail: schoolSuccessorMail, page: 'school-account' })
}

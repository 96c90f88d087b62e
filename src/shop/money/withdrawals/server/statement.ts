import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { foldEmail } from '#shop/people/identity/server/service.ts'
import { receiveWithdrawalJob } from './jobs.ts'
import type { Statement } from './types.ts'

/**
 * A statement as it will be confirmed. Nothing is looked up: what is typed is all that is said.
 * @throws ProductError('invalid_input') naming the fields
 */
export function readStatement(typed: Statement): Statement {
  const name = cleanText(typed.name)
  // Numbers are pasted with spaces and long dashes.
  const number = cleanText(typed.number).replaceAll(/\s*[‐‑‒–—-]\s*/g, '-')
  const email = foldEmail(typed.email)
  const fields = {
    ...(name === '' && { name: 'required' as const }),
    ...(number === '' && { number: 'required' as const }),
    ...(email === undefined && {
      email: typed.email.trim() === '' ? ('required' as const) : ('invalid' as const),
    }),
  }
  if (email === undefined || Object.keys(fields).length > 0)
    throw new ProductError('invalid_input', { fields })
  return { name, number, email }
}

/** Takes the confirmed statement in; what becomes of it stands in the mail that acknowledges it. */
export async function confirmStatement(context: Context, typed: Statement): Promise<{ receivedAt: string }> {
  const statement = readStatement(typed)
  const at = new Date().toISOString()
  await transaction(context.db, (tx) =>
    context.queue.send(tx, receiveWithdrawalJob, { ...statement, world: context.world, at }),
  )
  return { receivedAt: at }
}

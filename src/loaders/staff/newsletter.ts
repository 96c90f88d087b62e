import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { textKeySchema } from '#shop/content/editorial/rules/contract.ts'
import { letterPage, listLetters } from '#shop/content/newsletter/server/service.ts'

/** The letters of this world and how many get them. */
export async function loadLetters(context: Context) {
  return await listLetters(context)
}

/** A letter, as its readers get it. @throws ProductError not_found */
export async function loadLetter(context: Context, params: Readonly<Record<string, string>>) {
  const key = textKeySchema.safeParse(params.key)
  if (!key.success) throw new ProductError('not_found')
  return await letterPage(context, key.data)
}

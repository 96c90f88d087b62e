import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import type { TextOfWorld, TextWords } from '../../rules/contract.ts'
import { requireWriter } from '../editors/editors.ts'
import { sourceOf } from './editing.ts'

/**
 * What is typed as readers would see it.
 * @throws ProductError unauthorized, forbidden, invalid_input (a link leads nowhere, a word for the company is unknown)
 */
export async function previewText(
  context: Context,
  { kind, key, words }: TextOfWorld & { words: TextWords },
): Promise<{ html: string }> {
  await requireWriter(context)
  try {
    const source = sourceOf('', kind, words)
    return { html: context.articles.preview({ kind, key, world: context.world }, source) }
  } catch (error) {
    if (error instanceof RangeError) throw new ProductError('invalid_input', { fields: { body: 'invalid' } })
    throw error
  }
}

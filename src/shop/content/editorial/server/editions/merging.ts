import type { Context } from '#platform/context/context.ts'
import type { TextOfWorld } from '../../rules/contract.ts'
import { mergedText } from '../../rules/merge.ts'
import { editedText } from './reading.ts'
import { cut } from './source.ts'

/**
 * What an editor typed with chosen places of what is stored, and the number to store it by. Nothing is stored.
 * @throws ProductError unauthorized, forbidden, not_found
 */
export async function mergeText(
  context: Context,
  { kind, key, body, taken }: TextOfWorld & { body: string; taken: readonly number[] },
): Promise<{ body: string; version: number }> {
  const { source, version } = await editedText(context, { kind, key })
  return { body: mergedText(cut(source).body, body.replaceAll('\r\n', '\n'), new Set(taken)), version }
}

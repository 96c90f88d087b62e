import type { Context } from '#platform/context/context.ts'
import type { MergeField, TextOfWorld } from '../../rules/contract.ts'
import { mergedText } from '../../rules/merge.ts'
import { editedText } from './reading.ts'
import { cut, fieldsOf } from './source.ts'

/**
 * What an editor typed with chosen places and values of what is stored, and the number to store it by. Nothing is stored.
 * @throws ProductError unauthorized, forbidden, not_found
 */
export async function mergeText(
  context: Context,
  {
    kind,
    key,
    body,
    taken,
    takenFields,
  }: TextOfWorld & { body: string; taken: readonly number[]; takenFields: readonly MergeField[] },
): Promise<{ body: string; fields: Record<string, string>; version: number }> {
  const { source, version } = await editedText(context, { kind, key })
  const stored = fieldsOf(source)
  const merged = mergedText(cut(source).body, body.replaceAll('\r\n', '\n'), new Set(taken))
  return {
    body: merged,
    fields: Object.fromEntries(takenFields.map((field) => [field, stored[field] ?? ''])),
    version,
  }
}

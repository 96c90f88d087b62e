import type { Context } from '#platform/context/context.ts'
import { url } from '#platform/routing/url.ts'

/** The editor of a unit, with the part of it that is meant. */
export function editor(
  { world }: Pick<Context, 'world'>,
  unitId: number,
  part = '',
  query: Record<string, string> = {},
): string {
  return url('interactive-unit', { world, unitId, query }) + part
}

import { url } from '#routing/url.ts'
import type { Context } from '../../context.ts'

/** The editor of a unit, with the part of it that is meant. */
export function editor(
  { world }: Pick<Context, 'world'>,
  unitId: number,
  part = '',
  query: Record<string, string> = {},
): string {
  return url('interactive-unit', { world, unitId, query }) + part
}

import type { Context } from '#platform/context/context.ts'
import { url } from '#platform/routing/url.ts'
import { type FacetKind, type Filters, facetKinds } from '#platform/rules/contract/search.ts'
import { termCounter } from './counts.ts'

/** Every filter with its values in display order and how many materials have them (GET v1/filters). */
export async function filters(context: Context): Promise<Filters> {
  const { world, taxonomy } = context
  const count = await termCounter(context)
  return {
    world,
    filters: facetKinds.map((kind) => ({
      kind,
      values: taxonomy
        .terms(world, kind)
        .map(({ id, name, short, slug }) => ({ id, name, short, slug, count: count(kind, id) })),
    })),
  }
}

/** Search results narrowed to one term. */
export function termUrl({ world }: Pick<Context, 'world'>, kind: FacetKind, id: string): string {
  return url('search', { world, query: { [kind]: id } })
}

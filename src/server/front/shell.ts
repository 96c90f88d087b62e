import { url } from '#routing/url.ts'
import type { LiveWorld } from '#routing/worlds.ts'
import type { Deps } from '../context.ts'
import type { Shell } from './locals.ts'

/** The menu of every page: drawn from the taxonomy in memory, so that error pages have it without a database, too. */
export function shellOf({ taxonomy }: Pick<Deps, 'taxonomy'>, world: LiveWorld): Promise<Shell> {
  return taxonomy.remember(`shell ${world}`, 3600, async () => ({
    subjects: taxonomy
      .terms(world, 'subject')
      .map(({ id, name }) => ({ id, name, url: url('search', { world, query: { subject: id } }) })),
    schoolTypes: taxonomy
      .terms(world, 'school_type')
      .filter(({ data }) => data.kind === 'leaf')
      .map(({ id, name }) => ({ id, name, url: url('search', { world, query: { school_type: id } }) })),
  }))
}

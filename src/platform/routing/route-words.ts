import de from '#locales/de/routes.json' with { type: 'json' }
import en from '#locales/en/routes.json' with { type: 'json' }
import es from '#locales/es/routes.json' with { type: 'json' }
import fr from '#locales/fr/routes.json' with { type: 'json' }
import gr from '#locales/gr/routes.json' with { type: 'json' }
import it from '#locales/it/routes.json' with { type: 'json' }
import type { LiveWorld } from './worlds.ts'

const words: Readonly<Record<LiveWorld, Readonly<Record<string, string>>>> = { de, es, fr, gr, it, en }

/**
 * The localized addresses of a route, from `locales/<world>/routes.json`.
 * @throws RangeError when a world has none: a product without an address must not start.
 */
export function routeWords(name: string): Record<LiveWorld, string> {
  const pairs = Object.entries(words).map(([world, all]) => {
    const address = all[name]
    if (address === undefined)
      throw new RangeError(`locales/${world}/routes.json has no address of "${name}"`)
    return [world, address] as const
  })
  return Object.fromEntries(pairs) as Record<LiveWorld, string>
}

import type { IncomingMessage } from 'node:http'
import { defaultWorld, type LiveWorld, liveWorlds } from '#platform/routing/worlds.ts'
import { savedTarget } from './saved-target.ts'

/**
 * The world of a visitor at an address that knows none: the one they chose before, else that of the first language they
 * read that a world of ours speaks, else the default.
 * @param uiLocales languages of the visitor by BCP 47, separated by blanks, before those of the browser
 */
export function preferredWorld({ headers }: Pick<IncomingMessage, 'headers'>, uiLocales = ''): LiveWorld {
  const chosen = savedTarget(headers.cookie)?.split('/', 2)[1]
  const worlds = liveWorlds()
  const known = worlds.find(({ world }) => world === chosen)
  if (known !== undefined) return known.world
  const read = (headers['accept-language'] ?? '').split(',').map((part) => part.split(';', 1)[0] ?? '')
  for (const language of [...uiLocales.split(' '), ...read]) {
    const found = worlds.find(({ lang }) => lang === language.trim().slice(0, 2).toLowerCase())
    if (found !== undefined) return found.world
  }
  return defaultWorld
}

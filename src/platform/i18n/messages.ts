import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LiveWorld, liveWorlds } from '#platform/routing/worlds.ts'

/** A locale file: texts, nested under semantic keys. */
export interface MessageTree {
  readonly [key: string]: string | MessageTree
}

/** world -> namespace -> texts */
export type Messages = ReadonlyMap<LiveWorld, Readonly<Record<string, MessageTree>>>

/**
 * Reads `locales/<world>/<namespace>.json` of every live world. The folder is found from the working directory, not
 * from this file: Node runs this module from `src`, Astro from its bundle, and both start in the project's folder.
 * @throws when a live world has no folder or a file is not JSON; a half-translated product must not start.
 */
export function readMessages(folder: string = join(process.cwd(), 'locales')): Messages {
  return new Map(liveWorlds().map(({ world }) => [world, readWorld(join(folder, world))]))
}

function readWorld(folder: string): Readonly<Record<string, MessageTree>> {
  // Addresses are no texts: routing/route-words.ts reads them.
  const files = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== 'routes.json')
  return Object.freeze(
    Object.fromEntries(
      files.map((file) => [
        file.slice(0, -'.json'.length),
        JSON.parse(readFileSync(join(folder, file), 'utf8')) as MessageTree,
      ]),
    ),
  )
}

/** Every text of one namespace by its dotted key, in file order. */
export function flatten(tree: MessageTree, prefix = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  )
}

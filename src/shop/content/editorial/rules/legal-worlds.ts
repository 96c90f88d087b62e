import { type LiveWorld, liveWorlds, type World } from '#platform/routing/worlds.ts'

/** Where the documents are not in a country's language, these count: they are the ones most people there can read. */
const otherwise: LiveWorld = 'en'

/** Whose legal documents count for a world, live or not: its own, those of its language, else the English ones. */
export function documentsOf({ world, lang }: Pick<World, 'world' | 'lang'>): {
  world: LiveWorld
  isOwnLanguage: boolean
} {
  const language = (tag: string) => tag.split('-', 1)[0]
  const own = liveWorlds().find((each) => each.world === world)
  const alike = own ?? liveWorlds().find((each) => language(each.lang) === language(lang))
  return { world: alike?.world ?? otherwise, isOwnLanguage: alike !== undefined }
}

import type { DraftElement } from './draft.ts'
import type { Game, Table } from './games.ts'

/** What each type that takes part has to do with lists, by its name. */
const files = import.meta.glob<Game>('../../types/*/player/game.ts', { eager: true, import: 'game' })
const games = new Map(
  Object.entries(files)
    .map(([path, game]) => [path.split('/').at(-3)?.replaceAll('-', '_') ?? '', game] as const)
    .toSorted(([, one], [, other]) => one.place - other.place),
)

/** What else an element can be played as. */
export function otherGames(element: DraftElement): string[] {
  const table = tableOf(element)
  if (!table) return []
  return [...games].flatMap(([type, game]) => (type !== element.type && game.play[table.kind] ? [type] : []))
}

/** The same list as another game; a quiz of pairs has a question for each. */
export function switched(element: DraftElement, type: string, newId: () => string): DraftElement[] {
  const table = tableOf(element)
  const play = table && games.get(type)?.play[table.kind]
  if (!play) return [element]
  const make = (f: Record<string, string>, prompt = element.prompt): DraftElement => ({
    ...element,
    id: newId(),
    type,
    prompt,
    points: '',
    f,
  })
  // Its kind was just asked for by the kind of the list.
  return (play as (table: Table, use: typeof make, prompt: string) => DraftElement[])(
    table,
    make,
    element.prompt,
  )
}

function tableOf(element: DraftElement): Table | undefined {
  return games.get(element.type)?.read?.(element)
}

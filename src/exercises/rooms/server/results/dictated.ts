import { elementsOf } from '#exercises/model/pages/pages.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import type { Deps } from '#platform/context/context.ts'
import { seeded } from '#platform/rules/random.ts'
import { contentOf } from '../live/content.ts'
import type { RoomKey } from '../types.ts'

/** What the teacher of a room reads aloud, as pupils hear nothing else of it: by task, with its number in the unit. */
export interface Dictated {
  number: number
  /** What the author said of their language; '': that of the unit. */
  lang: string
  sentences: string[]
}

/** The sentences of a room that nobody recorded. */
export async function dictatedIn(
  deps: Pick<Deps, 'db' | 'roomHub'>,
  room: RoomKey & { edition: number },
): Promise<Dictated[]> {
  const elements = elementsOf(await contentOf(deps, room))
  return elements.flatMap(({ id, type, data }, at) => {
    const widgets = typeOf(type)?.view(data, seeded(id)) ?? []
    const unheard = widgets.filter((widget) => widget.kind === 'listen' && widget.sound === '')
    const sentences = unheard.flatMap((widget) => (widget.kind === 'listen' ? [widget.text] : []))
    const [first] = unheard
    const lang = first?.kind === 'listen' ? first.lang : ''
    return sentences.length === 0 ? [] : [{ number: at + 1, lang, sentences }]
  })
}

import { elementsOf } from '#exercises/model/pages/pages.ts'
import { isPaced } from '#exercises/model/room.ts'
import { contentSchema, type Page, type UnitContent, withOpenWays } from '#exercises/model/unit.ts'
import type { RoomRow } from '../queries.ts'
import { stepsOf } from './content.ts'

/**
 * What a room plays once it goes on with another version of its exercise: all of that before it has begun; where its teacher
 * turns the pages what was shown or answered as it is, then what of the other version is left. Undefined: not any more.
 */
export function switchedContent(
  room: Pick<RoomRow, 'mode' | 'status' | 'step'>,
  answered: ReadonlySet<string>,
  { before, after }: { before: UnitContent; after: UnitContent },
): UnitContent | undefined {
  if (elementsOf(after).length === 0 || room.status === 'closed') return undefined
  if (room.status === 'draft' || room.status === 'open') return after
  if (!isPaced(room.mode)) return undefined
  const steps = stepsOf(room, before)
  const last = steps.findLastIndex(
    ({ elements }, at) => at <= room.step || elements.some(({ id }) => answered.has(id)),
  )
  const shown = new Set(steps.slice(0, last + 1).flatMap(({ elements }) => elements.map(({ id }) => id)))
  const played = pagesWith(before, (id) => shown.has(id))
  const coming = pagesWith(after, (id) => !shown.has(id))
  const pages = [...played, ...withFreeIds(coming, played)]
  return contentSchema.safeParse(withOpenWays({ ...before, pages, ...sourcesOf(before, after) })).data
}

/** Where things come from is told of both. */
function sourcesOf(before: UnitContent, after: UnitContent): Pick<UnitContent, 'sources'> {
  const all = new Map([...(before.sources ?? []), ...(after.sources ?? [])].map((each) => [each.asset, each]))
  return all.size === 0 ? {} : { sources: [...all.values()] }
}

function pagesWith({ pages }: UnitContent, isMeant: (id: string) => boolean): Page[] {
  return pages.flatMap((page) => {
    const elements = page.elements.filter(({ id }) => isMeant(id))
    return elements.length === 0 ? [] : [{ ...page, elements }]
  })
}

/** A page that was shown in part goes on as another one. */
function withFreeIds(pages: readonly Page[], others: readonly Page[]): Page[] {
  const taken = new Set([...others, ...pages].map(({ id }) => id))
  const shown = new Set(others.map(({ id }) => id))
  return pages.map((page) => {
    if (!shown.has(page.id)) return page
    let number = 0
    while (taken.has(`n${number}${page.id}`.slice(0, 26))) number += 1
    const id = `n${number}${page.id}`.slice(0, 26)
    taken.add(id)
    return { ...page, id }
  })
}

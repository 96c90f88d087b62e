import { event } from '#platform/events/event.ts'
import { hubLinkTag, hubTag, landingsTag } from '#platform/events/page-tags.ts'

interface Hubs {
  hubs: readonly { id: number; world: string }[]
}

const ownPages = ({ hubs }: Hubs) => hubs.map(({ id }) => hubTag(id))

/** Landings hold other materials than before, or these cost something else. */
export const hubsChanged = event<Hubs>('hubs.changed', { tags: ownPages })

/** Landings have nothing left: they are not found any more. */
export const hubsEmptied = event<Hubs>('hubs.emptied', { gone: ownPages })

/** Landings that were worth a visit have too little left for one: nothing is to lead there any more. */
export const hubsUnlinked = event<Hubs>('hubs.unlinked', {
  tags: ({ hubs }) => [
    ...hubs.map(({ id }) => hubLinkTag(id)),
    ...new Set(hubs.map(({ world }) => landingsTag(world))),
  ],
})

import type { ShownLibrary } from '../browser/library.ts'
import type { Deed } from '../browser/library-moves.ts'
import type { Change } from '../browser/library-shelf.ts'
import type { Words } from './types.ts'
import { counted, filled } from './words.ts'

type Where = Pick<ShownLibrary, 'folders' | 'items'>

/** What was done, in a sentence. */
export function undoMessage({ change, isUndo }: Deed, list: Where, words: Words): string {
  return isUndo ? words.messages.undone : sentence(change, list, words)
}

function sentence(change: Change, list: Where, words: Words): string {
  const { messages } = words
  switch (change.kind) {
    case 'place': {
      const [put, ...more] = change.put
      if (more.length > 0) return messages.saved
      // Out of a folder and into none, or into one.
      const placement = put ?? change.take[0]
      const folder = list.folders.find(({ id }) => id === placement?.folder_id)
      if (!placement || !folder || (!put && change.take.length > 1)) return messages.saved
      const materials = named(placement.material_ids, list, words)
      return filled(put ? messages.moved : messages.taken, { materials, folder: folder.title })
    }
    case 'archive': {
      const materials = named(change.ids, list, words)
      return filled(change.isArchived ? messages.archived : messages.restored, { materials })
    }
    case 'create':
      return filled(messages.created, { folder: change.title })
    case 'edit':
      return filled(messages.edited, { folder: change.title })
    case 'delete':
      return messages.deleted
    case 'bring-back':
      return messages.undone
  }
}

/** One by its title, several by their number. */
function named(ids: readonly number[], { items }: Where, words: Words): string {
  const only = ids.length === 1 ? items.find(({ material }) => material.id === ids[0]) : undefined
  return only?.material.title ?? counted(words.messages.count, ids.length, words)
}

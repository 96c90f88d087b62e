import '#kit/list/folder.css'
import { type DragEvent, type ReactNode, useState } from 'react'
import type { FolderPath } from '#kit/list/folder-names.ts'
import { Icon } from '#kit/media/Icon.tsx'
import type { LibraryFolder } from '#shop/buying/folders/rules/library-contract.ts'
import type { LibraryWish } from '../../browser/library.ts'
import { addressOf } from '../address.ts'
import type { Words } from '../types.ts'
import { droppedIds, isDragging } from './drag.ts'

interface Props {
  rows: readonly FolderPath<LibraryFolder>[]
  archivedCount: number
  wish: LibraryWish
  words: Words
  onDrop: (ids: readonly number[], to: number | 'archive') => void
}

/** The folders to open, and to drop materials on. */
export function FolderList({ rows, archivedCount, wish, words, onDrop }: Props) {
  const { messages, urls } = words
  const [over, setOver] = useState<number | 'archive'>()
  if (rows.length === 0 && archivedCount === 0) return null

  function item(folder: LibraryWish['folder'], inside: ReactNode) {
    // A folder the server does not know yet has no address.
    if (typeof folder === 'number' && folder < 0)
      return (
        <span className="folders__item" aria-busy="true">
          {inside}
        </span>
      )
    return (
      <a
        className={
          folder !== undefined && folder === over ? 'folders__item folders__item--over' : 'folders__item'
        }
        href={addressOf(urls.library, { ...wish, folder, page: 1 })}
        aria-current={wish.folder === folder ? 'page' : undefined}
        {...(folder !== undefined && dropping(folder))}
      >
        {inside}
      </a>
    )
  }

  function dropping(folder: number | 'archive') {
    return {
      onDragOver(event: DragEvent) {
        if (!isDragging()) return
        event.preventDefault()
        setOver(folder)
      },
      onDragLeave: () => setOver(undefined),
      onDrop(event: DragEvent) {
        if (!isDragging()) return
        event.preventDefault()
        setOver(undefined)
        onDrop(droppedIds(), folder)
      },
    }
  }

  return (
    <nav aria-labelledby="folders-heading">
      <ul className="folders__list">
        <li>{item(undefined, messages.all)}</li>
        {rows.map(({ folder, path }) => (
          <li key={folder.id}>
            {item(
              folder.id,
              <>
                <Icon name="folder" />
                {path}
                <Count count={folder.material_ids.length} />
              </>,
            )}
          </li>
        ))}
        {(archivedCount > 0 || wish.folder === 'archive') && (
          <li>
            {item(
              'archive',
              <>
                {messages.archive}
                <Count count={archivedCount} />
              </>,
            )}
          </li>
        )}
      </ul>
    </nav>
  )
}

function Count({ count }: { count: number }) {
  return <span className="folders__count num">{count > 0 ? ` ${count}` : ''}</span>
}

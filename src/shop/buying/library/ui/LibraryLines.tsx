import '#kit/list/line.css'
import type { RefObject } from 'react'
import type { FolderPath } from '#kit/list/folder-names.ts'
import { focusAfter } from '#kit/list/line-focus.ts'
import { folderMessageSeconds } from '#platform/limits.ts'
import type { LibraryFolder } from '#shop/buying/folders/rules/library-contract.ts'
import type { ShownLibrary } from '../browser/library.ts'
import { arrange, prepareToArrange } from './folders/arrange.ts'
import { draggedIds } from './folders/drag.ts'
import { LibraryLine } from './LibraryLine.tsx'
import type { Words } from './types.ts'

interface Props {
  list: ShownLibrary
  rows: readonly FolderPath<LibraryFolder>[]
  chosen: readonly number[]
  lines: RefObject<HTMLUListElement | null>
  /** Where the keyboard goes when no line is left. */
  title: RefObject<HTMLHeadingElement | null>
  words: Words
  onChoose: (ids: readonly number[]) => void
  onSay: (text: string) => void
}

/** The materials that lie where the page looks: to choose, to drag, to put away. */
export function LibraryLines({ list, rows, chosen, lines, title, words, onChoose, onSay }: Props) {
  const { open, folders, archivedIds } = list
  const choices = {
    rows: rows.map(({ folder, path }) => ({ id: folder.id, path })),
    archivedIds,
    ...(open !== null && { open }),
    savedSeconds: folderMessageSeconds,
  }

  function handleChoose(id: number, isChosen: boolean): void {
    prepareToArrange()
    onChoose(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id))
  }

  async function handlePlace(id: number, folderIds: readonly number[]): Promise<boolean> {
    await arrange(({ change, lyingIn }) => change(lyingIn({ folders, archivedIds }, id, folderIds)))
    // Said below the list, with the way back.
    return false
  }

  function handleArchive(id: number, isArchived: boolean): void {
    void arrange(({ change }) => change({ kind: 'archive', ids: [id], isArchived }))
  }

  return (
    <ul
      ref={lines}
      className="lines"
      aria-label={words.messages.listLabel}
      onDragStart={(event) => {
        prepareToArrange()
        draggedIds(event, chosen)
      }}
    >
      {list.lines.map((line) => (
        <LibraryLine
          key={line.material.id}
          line={line}
          folders={choices}
          folderIds={folders.flatMap(({ id, material_ids }) =>
            material_ids.includes(line.material.id) ? [id] : [],
          )}
          words={words}
          isChosen={chosen.includes(line.material.id)}
          onChoose={handleChoose}
          onMoveAway={(id) => focusAfter(lines.current, id, title.current)}
          onPlace={handlePlace}
          onArchive={handleArchive}
          onSay={onSay}
        />
      ))}
    </ul>
  )
}

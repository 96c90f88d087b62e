import '#kit/text/column.css'
import '#kit/list/line.css'
import '#kit/list/title-row.css'
import './library.css'
import { useStore } from '@nanostores/react'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { folderPaths } from '#kit/list/folder-names.ts'
import { folderMessageSeconds } from '#platform/limits.ts'
import type { Library, LibraryItem } from '#shop/buying/folders/rules/library-contract.ts'
import { $isEnded } from '#shop/people/identity/browser/user.ts'
import { $asked, $library, type ShownLibrary, seedLibrary, wishOf } from '../browser/library.ts'
import { $arranging, arrange } from './folders/arrange.ts'
import { FolderList } from './folders/FolderList.tsx'
import { LibraryBar } from './LibraryBar.tsx'
import { LibraryLines } from './LibraryLines.tsx'
import { LibraryPages } from './LibraryPages.tsx'
import type { LibraryMessages, Refused, Words } from './types.ts'
import { useOpening } from './use-opening.ts'
import { counted, filled, nameOf } from './words.ts'

export interface LibraryIslandProps extends Words {
  /** The list the page was rendered with. */
  list: Library
  /** A form that comes back with what is wrong. */
  refused?: Refused | undefined
  /** What makes and changes folders, and what moves what is chosen: as a page without script has it. */
  forms?: ReactNode
  moveBar?: ReactNode
  /** What is shown of a member who is no longer logged in. */
  ended?: ReactNode
}

/**
 * What a member owns, with its folders. Without script each button posts its form and each link leads to its page; with it, things
 * move at once and can be taken back, and folders open without leaving the page.
 */
export function LibraryIsland({ list: given, refused, forms, moveBar, ended, ...words }: LibraryIslandProps) {
  const { messages } = words
  const list = useStore($library, { ssr: () => undefined }) ?? { ...given, lines: given.items }
  const isEnded = useStore($isEnded, { ssr: () => false })
  const asked = useStore($asked, { ssr: () => undefined })
  const arranging = useStore($arranging, { ssr: () => undefined })
  const root = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const lines = useRef<HTMLUListElement>(null)
  const [ticked, choose] = useState<readonly number[]>([])
  const [said, say] = useState('')
  const wish = wishOf(list)
  const { open, folders } = list
  const from = typeof open === 'number' ? open : undefined
  const rows = folderPaths(folders)

  useEffect(() => takeOver(given), [given])

  // What was ticked before this woke.
  useEffect(() => {
    const boxes = lines.current?.querySelectorAll<HTMLInputElement>('[data-choose]:checked') ?? []
    choose([...boxes].map(({ value }) => Number(value)))
  }, [])

  const go = useOpening(list, { words, root, title, say })

  // What is no longer shown is no longer chosen.
  const chosen = list.lines.map(idOf).filter((id) => ticked.includes(id))

  /** Into a folder or the archive, or back out of that. */
  function put(ids: readonly number[], to: number | 'archive' | 'back'): void {
    const shelf = { folders, archivedIds: list.archivedIds }
    choose([])
    void arrange(({ change, moving }) =>
      change(
        typeof to === 'number'
          ? moving(shelf, { ids, to, from })
          : { kind: 'archive', ids, isArchived: to === 'archive' },
      ),
    )
  }

  function handleMove(event: FormEvent<HTMLFormElement>, to: number | 'archive' | 'back'): void {
    event.preventDefault()
    if (chosen.length === 0) return
    // The bar goes with the choice.
    title.current?.focus({ preventScroll: true })
    put(chosen, to)
  }

  if (isEnded) return <>{ended}</>
  return (
    <div className="column" ref={root}>
      <p className="hide-visually" role="status">
        {said}
      </p>
      <section
        className="folders"
        aria-labelledby="folders-heading"
        data-folder-seconds={folderMessageSeconds}
      >
        <h2 className="hide-visually" id="folders-heading">
          {messages.heading}
        </h2>
        <FolderList
          rows={rows}
          archivedCount={list.archivedIds.length}
          wish={wish}
          words={words}
          onDrop={put}
        />
        {arranging ? (
          <arranging.FolderForms
            folders={folders}
            open={from}
            refused={refused}
            words={words}
            onDeleted={() => void go({ ...wish, folder: undefined, page: 1 })}
          />
        ) : (
          open === given.open && forms
        )}
      </section>
      <LibraryBar wish={wish} words={words} onWish={(next, how) => void go(next, how)} />
      <Head list={list} title={title} isAsked={asked !== undefined} refused={refused} words={words} />
      <LibraryLines
        list={list}
        rows={rows}
        chosen={chosen}
        lines={lines}
        title={title}
        words={words}
        onChoose={choose}
        onSay={say}
      />
      <LibraryPages list={list} words={words} />
      <div className="library-dock">
        {arranging ? (
          <arranging.MoveBar
            rows={rows}
            open={open ?? undefined}
            chosenCount={chosen.length}
            words={words}
            onMove={handleMove}
            onChooseAll={(isAll) => choose(isAll ? list.lines.map(idOf) : [])}
          />
        ) : (
          moveBar
        )}
        {arranging && <arranging.DeedNotice list={list} words={words} onSay={say} />}
      </div>
    </div>
  )
}

function takeOver(given: Library): void {
  seedLibrary(given)
  void import('#kit/visitor/personal.ts').catch(() => undefined)
  // A form was posted before this woke: its words of success go after a while.
  if (location.hash === '') return
  void import('#kit/list/folder-message.ts')
    .then(({ clearFolderWords }) => clearFolderWords())
    .catch(() => undefined)
}

interface HeadProps {
  list: ShownLibrary
  title: RefObject<HTMLHeadingElement | null>
  /** Another part of the list is on its way. */
  isAsked: boolean
  refused: Refused | undefined
  words: Words
}

/** What is shown and how much it is, and why it is nothing. */
function Head({ list, title, isAsked, refused, words }: HeadProps) {
  const { messages } = words
  return (
    <>
      <div className="title-row">
        <h2 ref={title} tabIndex={-1} id="library-heading">
          {nameOf(list, messages)}
        </h2>
        <p className="soft" aria-busy={isAsked}>
          {isAsked ? messages.loading : counted(messages.count, list.total, words)}
        </p>
      </div>
      {refused?.intent === 'move-materials' && (
        <p className="field__error" role="alert">
          {refused.problem}
        </p>
      )}
      {list.lines.length === 0 && <p className="soft">{emptyText(list, messages)}</p>}
    </>
  )
}

function idOf({ material }: LibraryItem): number {
  return material.id
}

/** Why nothing is shown. */
function emptyText({ query, open }: ShownLibrary, messages: LibraryMessages): string {
  if (query !== '') return `${filled(messages.searchNone, { query })}. ${messages.searchNoneText}`
  return open === 'archive' ? messages.emptyArchive : messages.empty
}

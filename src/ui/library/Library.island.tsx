import '../kit/column.css'
import '../kit/line.css'
import '../kit/title-row.css'
import './library.css'
import { useStore } from '@nanostores/react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { LibraryWish } from '#browser/stores/library.ts'
import { $asked, $library, type ShownLibrary, seedLibrary, show, wishOf } from '#browser/stores/library.ts'
import { $isEnded } from '#browser/stores/user.ts'
import type { Library, LibraryItem } from '#shared/contract/library.ts'
import { folderMessageSeconds } from '#shared/limits.ts'
import { folderPaths } from '../kit/folder-names.ts'
import { focusAfter } from '../kit/line-focus.ts'
import { addressOf, wishIn } from './address.ts'
import { $arranging, arrange, prepareToArrange } from './arrange.ts'
import { draggedIds } from './drag.ts'
import { FolderList } from './FolderList.tsx'
import { LibraryBar } from './LibraryBar.tsx'
import { LibraryLine } from './LibraryLine.tsx'
import { LibraryPages } from './LibraryPages.tsx'
import { linkOf } from './library-links.ts'
import type { LibraryMessages, Refused, Words } from './types.ts'
import { counted, filled } from './words.ts'

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
  const { messages, urls } = words
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

  useEffect(() => {
    seedLibrary(given)
    void import('../kit/personal.ts').catch(() => undefined)
    // A form was posted before this woke: its words of success go after a while.
    if (location.hash !== '') void import('../kit/folder-message.ts').catch(() => undefined)
  }, [given])

  // What was ticked before this woke.
  useEffect(() => {
    const boxes = lines.current?.querySelectorAll<HTMLInputElement>('[data-choose]:checked') ?? []
    choose([...boxes].map(({ value }) => Number(value)))
  }, [])

  useEffect(() => {
    const handleBack = () => void show(wishIn(location.search))
    addEventListener('popstate', handleBack)
    return () => removeEventListener('popstate', handleBack)
  }, [])

  // Each time anew: it goes on from what is shown.
  useEffect(() => {
    const { current } = root
    current?.addEventListener('click', handleClick)
    return () => current?.removeEventListener('click', handleClick)
  })

  const address = addressOf(urls.library, wish)
  // A folder that was deleted in another tab, or a page that is no longer there: the address says what is shown.
  useEffect(() => {
    if ($library.get() && location.pathname + location.search !== address)
      history.replaceState(history.state, '', address)
  }, [address])

  // What is no longer shown is no longer chosen.
  const chosen = list.lines.map(idOf).filter((id) => ticked.includes(id))

  /** Shows another part of the list; what was typed leaves no trail of half words to go back through. */
  async function go(next: LibraryWish, { isTyped = false } = {}): Promise<void> {
    if (next.folder !== wish.folder) prepareToArrange()
    const isShown = await show(next, (shown) => {
      const to = addressOf(urls.library, wishOf(shown))
      if (isTyped) history.replaceState(history.state, '', to)
      else if (to !== location.pathname + location.search) history.pushState(null, '', to)
    })
    const now = $library.get()
    if (isShown && now) say(`${nameOf(now)}: ${counted(messages.count, now.total, words)}`)
  }

  function handleClick(event: MouseEvent): void {
    const link = linkOf(event, urls.library)
    if (!link) return
    event.preventDefault()
    // Where the link itself will be gone the keyboard goes on at what it was about.
    const field = document.getElementById(link.dataset.clears ?? '')
    if (field instanceof HTMLInputElement) {
      field.value = ''
      field.focus()
    }
    if (link.rel !== '') title.current?.focus()
    void go(wishIn(link.search))
  }

  function nameOf({ open, folders }: Pick<ShownLibrary, 'open' | 'folders'>): string {
    if (open === 'archive') return messages.archive
    return folderPaths(folders).find(({ folder }) => folder.id === open)?.path ?? messages.all
  }

  function handleChoose(id: number, isChosen: boolean): void {
    prepareToArrange()
    choose(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id))
  }

  /** Into a folder or the archive; the keyboard goes on where something is left. */
  function put(moved: readonly number[], to: number | 'archive'): void {
    const shelf = { folders, archivedIds: list.archivedIds }
    choose([])
    void arrange(({ change, moving }) =>
      change(
        to === 'archive'
          ? { kind: 'archive', ids: moved, isArchived: true }
          : moving(shelf, { ids: moved, to, from }),
      ),
    )
  }

  function handleMove(event: FormEvent<HTMLFormElement>, to: number | 'archive' | 'back'): void {
    event.preventDefault()
    if (chosen.length === 0) return
    // The bar goes with the choice.
    title.current?.focus({ preventScroll: true })
    if (to === 'back') {
      choose([])
      archive(chosen, false)
    } else put(chosen, to)
  }

  async function handlePlace(id: number, folderIds: readonly number[]): Promise<boolean> {
    const shelf = { folders, archivedIds: list.archivedIds }
    await arrange(({ change, lyingIn }) => change(lyingIn(shelf, id, folderIds)))
    // Said below the list, with the way back.
    return false
  }

  function archive(ids: readonly number[], isArchived: boolean): void {
    void arrange(({ change }) => change({ kind: 'archive', ids, isArchived }))
  }

  if (isEnded) return <>{ended}</>
  const choices = {
    rows: rows.map(({ folder, path }) => ({ id: folder.id, path })),
    archivedIds: list.archivedIds,
    ...(open !== null && { open }),
    savedSeconds: folderMessageSeconds,
  }
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
      <div className="title-row">
        <h2 ref={title} tabIndex={-1} id="library-heading">
          {nameOf(list)}
        </h2>
        <p className="soft" aria-busy={asked !== undefined}>
          {asked === undefined ? counted(messages.count, list.total, words) : messages.loading}
        </p>
      </div>
      {refused?.intent === 'move-materials' && (
        <p className="field__error" role="alert">
          {refused.problem}
        </p>
      )}
      {list.lines.length === 0 && <p className="soft">{emptyText(list, messages)}</p>}
      <ul
        ref={lines}
        className="lines"
        aria-label={messages.listLabel}
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
            onArchive={(id, isArchived) => archive([id], isArchived)}
            onSay={say}
          />
        ))}
      </ul>
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

function idOf({ material }: LibraryItem): number {
  return material.id
}

/** Why nothing is shown. */
function emptyText({ query, open }: ShownLibrary, messages: LibraryMessages): string {
  if (query !== '') return `${filled(messages.searchNone, { query })}. ${messages.searchNoneText}`
  return open === 'archive' ? messages.emptyArchive : messages.empty
}

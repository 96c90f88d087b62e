import { countText } from '#kit/list/list-words.ts'
import '#kit/action/actions.css'
import '#kit/text/column.css'
import '#kit/notice/empty.css'
import '#kit/list/line.css'
import '#kit/list/title-row.css'
import './list.css'
import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FolderChoices } from '#kit/list/folder-types.ts'
import { focusAfter, focusOn } from '#kit/list/line-focus.ts'
import { Icon } from '#kit/media/Icon.tsx'
import { $isEnded } from '#shop/people/identity/browser/user.ts'
import { $placed } from '../browser/favorites-folders.ts'
import { $favoritesList, bringBack, seedFavorites, takeOff } from '../browser/favorites-list.ts'
import type { FavoritesList } from '../rules/contract.ts'
import { FavoriteLine } from './FavoriteLine.tsx'
import { FavoritesBar } from './FavoritesBar.tsx'
import { openWhenMoved, paintFolderCounts } from './folder-bar.ts'
import type { FavoritesMessages, FavoritesUrls } from './types.ts'

export interface FavoritesIslandProps {
  /** The list the page was rendered with. */
  list: FavoritesList
  /** A member's; strangers have none. */
  folders?: FolderChoices | undefined
  urls: FavoritesUrls
  messages: FavoritesMessages
  /** Language tag of the world, for plural forms. */
  lang: string
  currency: string
  /** What the page says above the list. */
  notices?: ReactNode
  /** The folders to open and change. */
  bar?: ReactNode
}

const nowhere: ReadonlyMap<number, readonly number[]> = new Map()

/**
 * The list of favorites. Without script each button posts its form; with it, lines go at once, with Undo in their place,
 * and the order changes without leaving the page.
 */
export function FavoritesIsland(props: FavoritesIslandProps) {
  const { list: given, folders, urls, messages, lang, currency, notices, bar } = props
  const list = useStore($favoritesList, { ssr: () => undefined }) ?? fromPage(given)
  const isEnded = useStore($isEnded, { ssr: () => false })
  const placed = useStore($placed, { ssr: () => nowhere })
  const title = useRef<HTMLHeadingElement>(null)
  const lines = useRef<HTMLUListElement>(null)
  const [said, say] = useState('')
  const open = folders?.open

  useEffect(() => {
    seedFavorites(given, open?.toString())
    void import('#kit/visitor/personal.ts').catch(() => undefined)
  }, [given, open])

  useEffect(() => {
    if (folders) paintFolderCounts(folders, placed)
  }, [folders, placed])

  useEffect(() => {
    document.addEventListener('click', openWhenMoved)
    return () => document.removeEventListener('click', openWhenMoved)
  }, [])

  const ids = list.lines.map(({ material }) => material.id).join()
  // New lines must be draggable, too.
  useEffect(() => {
    if (ids !== '') document.dispatchEvent(new Event('aularium:replaced'))
  }, [ids])

  function foldersOf(id: number): readonly number[] {
    return placed.get(id) ?? folders?.placed[id] ?? []
  }

  /** Moved out of the folder that is open: no longer here, and not gone either. */
  const shown = list.lines.filter(
    ({ material: { id } }) => typeof open !== 'number' || !placed.has(id) || foldersOf(id).includes(open),
  )
  const there = shown.filter(({ isGone }) => !isGone)
  const hasFolders = open !== undefined || (folders?.archivedCount ?? 0) > 0
  const isEmpty = isEnded || (shown.length === 0 && !hasFolders)

  function handleRemove(id: number, name: string): void {
    focusAfter(lines.current, id, title.current)
    takeOff(id)
    say(`${name}: ${messages.gone}`)
  }

  function handleUndo(id: number): void {
    bringBack(id)
    say('')
    requestAnimationFrame(() => focusOn(lines.current, id))
  }

  return (
    <>
      <div className="title-row">
        <h1 ref={title} tabIndex={-1}>
          {messages.title}
        </h1>
        {list.total > 0 && <p className="soft">{countText(list.total, messages, lang)}</p>}
      </div>
      {notices}
      <p className="hide-visually" role="status">
        {said}
      </p>
      {isEmpty ? (
        <div className="empty">
          <Icon name="heart" />
          <h2>{isEnded ? messages.endedTitle : messages.emptyTitle}</h2>
          <p>{isEnded ? messages.endedText : messages.emptyText}</p>
          <div className="actions">
            <a className="button button--primary" href={isEnded ? urls.login : urls.search}>
              {isEnded ? messages.login : messages.emptyAction}
            </a>
          </div>
        </div>
      ) : (
        <>
          {bar}
          <FavoritesBar
            list={list}
            canBuy={there.some(({ isOwned }) => !isOwned) || list.pageCount > 1}
            currency={currency}
            {...(open !== undefined && { open })}
            urls={urls}
            messages={messages}
          />
          <ul ref={lines} className="lines lines--two" aria-label={messages.listLabel}>
            {shown.map((line) => (
              <FavoriteLine
                key={line.material.id}
                line={line}
                folders={folders}
                folderIds={foldersOf(line.material.id)}
                urls={urls}
                messages={messages}
                onRemove={handleRemove}
                onUndo={handleUndo}
                onMoveAway={(id) => focusAfter(lines.current, id, title.current)}
                onSay={say}
              />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function fromPage({ items, ...rest }: FavoritesList) {
  return { ...rest, lines: items.map((item) => ({ ...item, isGone: false })) }
}

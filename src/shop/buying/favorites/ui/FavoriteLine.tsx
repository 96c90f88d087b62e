import { priceClass } from '#kit/list/list-words.ts'
import '#kit/card/badge.css'
import '#kit/list/line.css'
import '#kit/card/price.css'
import type { FormEvent } from 'react'
import { FolderMenu } from '#kit/list/FolderMenu.tsx'
import type { FolderChoices } from '#kit/list/folder-types.ts'
import { formatPrice } from '#platform/i18n/prices.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import { placeInFolders } from '../browser/favorites-folders.ts'
import type { ShownLine } from '../browser/favorites-list.ts'
import { AddFavorite } from './AddFavorite.tsx'
import type { FavoritesMessages, FavoritesUrls } from './types.ts'

interface Props {
  line: ShownLine
  /** A member's; strangers have none. */
  folders: FolderChoices | undefined
  /** Those the material lies in. */
  folderIds: readonly number[]
  urls: FavoritesUrls
  messages: FavoritesMessages
  onRemove: (materialId: number, title: string) => void
  onUndo: (materialId: number) => void
  /** It no longer lies in the folder that is open. */
  onMoveAway: (materialId: number) => void
  /** What is to be heard. */
  onSay: (text: string) => void
}

/** One remembered material, as MaterialLine.astro draws it elsewhere; what was taken off is a way back in its place. */
export function FavoriteLine(props: Props) {
  const { line, folders, folderIds, urls, messages, onRemove, onUndo, onMoveAway, onSay } = props
  const { material } = line

  function handleRemove(event: FormEvent): void {
    event.preventDefault()
    onRemove(material.id, material.title)
  }

  if (line.isGone) {
    return (
      <li className="line favorite-gone" data-line={material.id}>
        <div>
          <p className="line__title">{material.title}</p>
          <p className="soft small">{messages.gone}</p>
        </div>
        <button className="button" type="button" onClick={() => onUndo(material.id)}>
          {messages.undo}
          <span className="hide-visually">: {material.title}</span>
        </button>
      </li>
    )
  }
  return (
    <li className="line" data-line={material.id}>
      <div className="line__cover">
        {material.cover && (
          <img
            src={material.cover.src}
            width={material.cover.width}
            height={material.cover.height}
            alt=""
            loading="lazy"
            decoding="async"
          />
        )}
      </div>
      <div className="line__body">
        <h2 className="line__title" tabIndex={-1}>
          <a href={material.url}>{material.title}</a>
        </h2>
        <p className="line__facts">
          <span>{messages.byAuthor.replace('{name}', () => material.author.name)}</span>
          {material.subject && <span>{material.subject}</span>}
          {material.isInteractive && <span className="badge badge--quiet">{messages.interactive}</span>}
          {material.isBundle && <span className="badge badge--quiet">{messages.bundle}</span>}
        </p>
        <Price material={material} messages={messages} />
        <div className="line__actions line__wide">
          <AddFavorite material={material} isOwned={line.isOwned} urls={urls} messages={messages} />
          <form method="post" action={urls.favorites} onSubmit={handleRemove}>
            <input type="hidden" name="materialId" value={material.id} />
            <button
              className="button button--plain"
              type="submit"
              name="intent"
              value="remove-favorite"
              aria-label={messages.removeNamed.replace('{title}', () => material.title)}
            >
              {messages.remove}
            </button>
          </form>
        </div>
        {folders && (
          <FolderMenu
            material={material}
            folders={folders}
            folderIds={folderIds}
            action={urls.favorites}
            type="favorite"
            messages={messages.folders}
            onMoveAway={onMoveAway}
            onPlace={(id, chosen) => placeInFolders(id, chosen, folders.placed[id] ?? [])}
            onSay={onSay}
          />
        )}
      </div>
    </li>
  )
}

function Price({ material, messages }: { material: MaterialCard; messages: FavoritesMessages }) {
  const { price, finalPrice, currency, sale } = material
  return (
    <p className="line__price">
      {price > finalPrice && (
        <s className="price__old">
          <span className="hide-visually">{messages.oldPrice} </span>
          {formatPrice(price, currency)}
        </s>
      )}
      <span className={priceClass(finalPrice, sale)}>
        {finalPrice === 0 ? messages.free : formatPrice(finalPrice, currency)}
      </span>
    </p>
  )
}

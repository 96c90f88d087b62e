import '#kit/form/form.css'
import '#kit/list/list-bar.css'
import '#kit/card/price.css'
import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useRef } from 'react'
import { Icon } from '#kit/media/Icon.tsx'
import { formatPrice } from '#platform/i18n/prices.ts'
import { $sorting, type ShownFavorites, sortFavorites } from '../browser/favorites-list.ts'
import type { FavoriteSort } from '../rules/contract.ts'
import type { FavoritesMessages, FavoritesUrls } from './types.ts'

interface Props {
  list: ShownFavorites
  canBuy: boolean
  currency: string
  /** The folder that is shown. */
  open?: number | 'archive'
  urls: FavoritesUrls
  messages: FavoritesMessages
}

/** Sorting, and what the whole list costs. */
export function FavoritesBar({ list, canBuy, currency, open, urls, messages }: Props) {
  const sort = useStore($sorting, { ssr: () => undefined }) ?? list.sort
  const select = useRef<HTMLSelectElement>(null)
  const sorts: readonly (readonly [FavoriteSort, string])[] = [
    ['newest', messages.newest],
    ['price_asc', messages.price_asc],
    ['price_desc', messages.price_desc],
    ['title', messages.byTitle],
  ]

  // An order that did not come is taken back.
  useEffect(() => {
    if (select.current) select.current.value = sort
  }, [sort])

  useEffect(() => showInAddress(list.sort), [list.sort])

  /** Links to further pages are the page's own: where there are some, the address leads to the other order. */
  function handleSort(event: FormEvent<HTMLFormElement>): void {
    if (list.pageCount > 1) return
    event.preventDefault()
    void sortFavorites(new FormData(event.currentTarget).get('sort') as FavoriteSort)
  }

  return (
    <div className="list-bar">
      <form className="list-bar__sort" method="get" action={urls.favorites} onSubmit={handleSort}>
        {open !== undefined && <input type="hidden" name="folder" value={open} />}
        <label className="small" htmlFor="favorites-sort">
          {messages.sortLabel}
        </label>
        <select
          ref={select}
          className="input"
          id="favorites-sort"
          name="sort"
          data-sends=""
          defaultValue={list.sort}
        >
          {sorts.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <div className="without-script">
          <button className="button" type="submit">
            {messages.sortSubmit}
          </button>
        </div>
      </form>
      {canBuy && (
        <form className="list-bar__buy" method="post" action={urls.favorites}>
          {list.sum > 0 && (
            <p className="price">{messages.sum.replace('{price}', () => formatPrice(list.sum, currency))}</p>
          )}
          <button className="button button--primary" type="submit" name="intent" value="favorites-to-cart">
            <Icon name="cart" />
            {messages.addAll}
          </button>
        </form>
      )}
    </div>
  )
}

/** The reloaded page keeps the order it had. */
function showInAddress(sort: FavoriteSort): void {
  const address = new URL(location.href)
  if ((address.searchParams.get('sort') ?? 'newest') === sort) return
  if (sort === 'newest') address.searchParams.delete('sort')
  else address.searchParams.set('sort', sort)
  history.replaceState(history.state, '', address)
}

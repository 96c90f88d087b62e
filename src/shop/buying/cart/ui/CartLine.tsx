import { priceClass } from '#kit/list/list-words.ts'
import '#kit/card/badge.css'
import '#kit/list/line.css'
import '#kit/card/price.css'
import type { FormEvent } from 'react'
import { formatPrice } from '#platform/i18n/prices.ts'
import type { Cart } from '../rules/contract.ts'
import type { CartMessages, CartUrls } from './types.ts'

interface Props {
  item: Cart['cartItems'][number]
  currency: string
  isInBundle: boolean
  urls: CartUrls
  messages: CartMessages
  onRemove: (materialId: number) => void
}

/** One material of the cart, as MaterialLine.astro draws it elsewhere. */
export function CartLine({ item, currency, isInBundle, urls, messages, onRemove }: Props) {
  const { material, licence, finalPrice, discount, priceChangedFrom, owned } = item

  function handleRemove(event: FormEvent): void {
    event.preventDefault()
    onRemove(material.id)
  }

  return (
    <li className="line">
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
        <h2 className="line__title">
          <a href={material.url}>{material.title}</a>
        </h2>
        <p className="line__facts">
          <span>{messages.byAuthor.replace('{name}', () => material.author.name)}</span>
          {material.subject && <span>{material.subject}</span>}
          {material.isBundle && <span className="badge badge--quiet">{messages.bundle}</span>}
          {licence !== 'single' && <span className="badge badge--quiet">{messages[licence]}</span>}
        </p>
        <p className="line__price">
          {discount > 0 && (
            <s className="price__old">
              <span className="hide-visually">{messages.oldPrice} </span>
              {formatPrice(finalPrice + discount, currency)}
            </s>
          )}
          <span className={priceClass(finalPrice, material.sale)}>
            {finalPrice === 0 ? messages.free : formatPrice(finalPrice, currency)}
          </span>
        </p>
        {owned && <p className="line__note">{ownedText(owned, messages)}</p>}
        {isInBundle && <p className="line__note">{messages.inBundle}</p>}
        {priceChangedFrom !== null && (
          <p className="line__note">
            {messages.priceChanged.replace('{price}', () => formatPrice(priceChangedFrom, currency))}
          </p>
        )}
        <div className="line__actions">
          <form method="post" action={urls.cart} onSubmit={handleRemove}>
            <input type="hidden" name="materialId" value={material.id} />
            <button
              className="button button--plain"
              type="submit"
              name="intent"
              value="remove-from-cart"
              aria-label={messages.removeNamed.replace('{title}', () => material.title)}
            >
              {messages.remove}
            </button>
          </form>
          <form method="post" action={urls.cart}>
            <input type="hidden" name="intent" value="save-for-later" />
            <button className="button button--plain" type="submit" name="materialId" value={material.id}>
              {messages.saveForLater}
              <span className="hide-visually">: {material.title}</span>
            </button>
          </form>
          <form method="post" action={urls.favorites}>
            <input type="hidden" name="intent" value="add-favorite" />
            <button className="button button--plain" type="submit" name="materialId" value={material.id}>
              {messages.moveToFavorites}
              <span className="hide-visually">: {material.title}</span>
            </button>
          </form>
        </div>
      </div>
    </li>
  )
}

function ownedText({ parts, of }: { parts: number; of: number }, messages: CartMessages): string {
  if (of === 0) return messages.ownedLicence
  return messages.ownedParts.replace('{parts}', String(parts)).replace('{of}', String(of))
}

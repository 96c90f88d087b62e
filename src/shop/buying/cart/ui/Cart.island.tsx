import { countText } from '#kit/list/list-words.ts'
import '#kit/action/actions.css'
import '#kit/action/checkout.css'
import '#kit/notice/empty.css'
import '#kit/list/line.css'
import '#kit/list/title-row.css'
import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '#kit/media/Icon.tsx'
import { $isEnded } from '#shop/people/identity/browser/user.ts'
import { $cart, removeFromCart, seedCart } from '../browser/cart.ts'
import type { Cart } from '../rules/contract.ts'
import { CartLine } from './CartLine.tsx'
import { CartSums } from './CartSums.tsx'
import type { CartMessages, CartUrls } from './types.ts'

export interface CartIslandProps {
  /** The cart the page was rendered with. */
  cart: Cart
  urls: CartUrls
  messages: CartMessages
  /** Language tag of the world, for plural forms. */
  lang: string
  /** What the page puts below the lines. */
  children?: ReactNode
}

/** The cart page's lines and sums. Without script each button posts its form; with it, lines go at once, with Undo. */
export function CartIsland({ cart: initial, urls, messages, lang, children }: CartIslandProps) {
  const cart = useStore($cart, { ssr: () => undefined }) ?? initial
  const count = cart.cartItems.length
  const isEnded = useStore($isEnded, { ssr: () => false })
  const title = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    seedCart(initial)
    void import('#kit/visitor/personal.ts').catch(() => undefined)
  }, [initial])

  function handleRemove(materialId: number): void {
    // The pressed button goes with its line: the keyboard stays on this page's top.
    title.current?.focus()
    void removeFromCart(materialId)
  }

  return (
    <>
      <div className="title-row">
        <h1 ref={title} tabIndex={-1}>
          {messages.title}
        </h1>
        {count > 0 && <p className="soft">{countText(count, messages, lang)}</p>}
      </div>
      {count > 0 ? (
        <div className="checkout">
          <div className="checkout__main">
            <ul className="lines" aria-label={messages.listLabel}>
              {cart.cartItems.map((item) => (
                <CartLine
                  key={item.material.id}
                  item={item}
                  currency={cart.currency}
                  isInBundle={cart.itemsInBundles.includes(item.material.id)}
                  urls={urls}
                  messages={messages}
                  onRemove={handleRemove}
                />
              ))}
            </ul>
            {children}
          </div>
          <CartSums cart={cart} urls={urls} messages={messages} />
        </div>
      ) : (
        <div className="empty">
          <Icon name="cart" />
          <h2>{isEnded ? messages.endedTitle : messages.emptyTitle}</h2>
          <p>{isEnded ? messages.endedText : messages.emptyText}</p>
          <div className="actions">
            <a className="button button--primary" href={isEnded ? urls.login : urls.search}>
              {isEnded ? messages.login : messages.emptyAction}
            </a>
          </div>
        </div>
      )}
    </>
  )
}

import '#kit/card/badge.css'
import '#kit/action/button.css'
import '#kit/form/form.css'
import '#kit/list/line.css'
import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Icon } from '#kit/media/Icon.tsx'
import type { ProductError } from '#platform/errors.ts'
import { $adding, $addProblems, $inCart, $pressed, addProblemText } from '#shop/buying/cart/browser/cart.ts'
import type { FavoritesMessages, FavoritesUrls } from './types.ts'

interface Props {
  material: { id: number; title: string }
  isOwned: boolean
  urls: FavoritesUrls
  messages: FavoritesMessages
}

const nobody: ReadonlySet<number> = new Set()
const nothing: ReadonlyMap<number, ProductError> = new Map()

/**
 * The way of a line into the cart: add, adding, in the cart, owned, refused. The press itself is taken by the page
 * (layout/add-to-cart.ts), awake or not.
 */
export function AddFavorite({ material: { id, title }, isOwned, urls, messages }: Props) {
  const isAdding = useStore($adding, { ssr: () => nobody }).has(id)
  const isInCart = useStore($inCart, { ssr: () => undefined })?.has(id) ?? false
  const problem = useStore($addProblems, { ssr: () => nothing }).get(id)
  const wasPressed = useStore($pressed, { ssr: () => nobody }).has(id)
  const next = useRef<HTMLAnchorElement>(null)
  const isMine = isOwned || problem?.code === 'already_owned'
  const isSettled = isInCart || isMine
  const wasSettled = useRef(isSettled)

  // The pressed button is gone: the keyboard goes on from what took its place.
  useEffect(() => {
    if (isSettled && !wasSettled.current && wasPressed) next.current?.focus()
    wasSettled.current = isSettled
  }, [isSettled, wasPressed])

  if (isMine) {
    return (
      <p className="line__facts">
        <span className="badge badge--good">{messages.owned}</span>
        <a ref={next} href={urls.bought}>
          {messages.ownedLink}
        </a>
      </p>
    )
  }
  if (isInCart) {
    return (
      <a ref={next} className="button" href={urls.cart}>
        <Icon name="check" />
        {messages.openCart}
        <span className="hide-visually">
          : {title}. {messages.inCart}
        </span>
      </a>
    )
  }
  return (
    <form method="post" action={urls.cart} data-add-to-cart="">
      <input type="hidden" name="intent" value="add-to-cart" />
      <button
        className="button"
        type="submit"
        name="materialId"
        value={id}
        aria-disabled={isAdding || undefined}
      >
        {isAdding ? messages.adding : messages.add}
        <span className="hide-visually">: {title}</span>
      </button>
      {problem && (
        <p className="field__error" role="alert">
          {addProblemText(problem, messages)}
        </p>
      )}
    </form>
  )
}

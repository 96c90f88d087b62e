import '#kit/form/form.css'
import '#kit/card/price.css'
import '#kit/card/buy.css'
import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Icon } from '#kit/media/Icon.tsx'
import type { ErrorCode, ProductError } from '#platform/errors.ts'
import { formatPrice } from '#platform/i18n/prices.ts'
import { $adding, $addProblems, $inCart, $pressed, addProblemText } from '../browser/cart.ts'
import { $visitorMaterial } from '../browser/visitor-material.ts'

export interface AddToCartMessages {
  add: string
  adding: string
  inCart: string
  openCart: string
  openBought: string
  download: string
  edit: string
  /** What the server refuses with. */
  errors: Partial<Record<ErrorCode, string>>
  /** The cart holds as much as it may. */
  full: string
  /** Anything else: nothing has changed, try again. */
  failed: string
}

export interface AddToCartProps {
  materialId: number
  /** Shown beside the button where it is a bar at the foot of a phone's screen. */
  price: string
  currency: string
  /** Address of the cart; the form posts there without script. */
  cartUrl: string
  boughtUrl: string
  /** For its author. */
  editUrl: string
  messages: AddToCartMessages
}

const nobody: ReadonlySet<number> = new Set()
const nothing: ReadonlyMap<number, ProductError> = new Map()

/**
 * The main button of a priced material: add, adding, in the cart (leads there), owned (leads to the bought materials),
 * refused (says why). Not optimistic: whether a material may be bought is known to the server alone. The press itself is
 * taken by the page (layout/add-to-cart.ts), awake or not.
 */
export function AddToCartButton(props: AddToCartProps) {
  const { materialId, price, currency, cartUrl, boughtUrl, editUrl, messages } = props
  const isAdding = useStore($adding, { ssr: () => nobody }).has(materialId)
  const isInCart = useStore($inCart, { ssr: () => undefined })?.has(materialId) ?? false
  const mine = useStore($visitorMaterial, { ssr: () => undefined })
  const problem = useStore($addProblems, { ssr: () => nothing }).get(materialId)
  const wasPressed = useStore($pressed, { ssr: () => nobody }).has(materialId)
  const next = useRef<HTMLAnchorElement>(null)
  const isSettled = isInCart || problem?.code === 'already_owned'

  // Counts in the header and the toasts go with it.
  useEffect(() => {
    void import('#kit/visitor/personal.ts').then((personal) => personal.loadPersonal()).catch(() => undefined)
  }, [])

  // The pressed button is gone: the keyboard goes on from what took its place.
  useEffect(() => {
    if (isSettled && wasPressed) next.current?.focus()
  }, [isSettled, wasPressed])

  if (mine?.isOwn || mine?.owned) {
    return (
      <div className="buy__form">
        <a
          className="button button--primary button--big button--wide"
          href={mine.isOwn ? editUrl : boughtUrl}
        >
          {!mine.isOwn && <Icon name="download" />}
          {mine.isOwn ? messages.edit : messages.download}
        </a>
      </div>
    )
  }
  if (isInCart) {
    return (
      <div className="buy__form" role="status">
        <a ref={next} className="button button--primary button--big button--wide" href={cartUrl}>
          <Icon name="check" />
          {messages.openCart}
        </a>
        <span className="hide-visually">{messages.inCart}</span>
      </div>
    )
  }
  if (problem?.code === 'already_owned') {
    return (
      <div className="buy__form" role="status">
        <a ref={next} className="button button--primary button--big button--wide" href={boughtUrl}>
          <Icon name="download" />
          {messages.openBought}
        </a>
        <p className="small soft">{messages.errors.already_owned}</p>
      </div>
    )
  }
  return (
    <form className="buy__form" method="post" action={cartUrl} data-add-to-cart="">
      <input type="hidden" name="intent" value="add-to-cart" />
      <span className="buy__bar-price price" aria-hidden="true">
        {mine?.prices.single == null ? price : formatPrice(mine.prices.single, currency)}
      </span>
      <button
        className="button button--primary button--big button--wide"
        type="submit"
        name="materialId"
        value={materialId}
        // Not `disabled`: that would throw the keyboard's focus away. A second press is the same request.
        aria-disabled={isAdding}
      >
        <Icon name="cart" />
        {isAdding ? messages.adding : messages.add}
      </button>
      <p className="field__error" role="alert" hidden={!problem}>
        {problem && addProblemText(problem, messages)}
      </p>
    </form>
  )
}

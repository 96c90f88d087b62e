import '#kit/action/checkout.css'
import '#kit/text/panel.css'
import '#kit/list/sums.css'
import '#kit/list/ticks.css'
import { Icon } from '#kit/media/Icon.tsx'
import { formatPrice } from '#platform/i18n/prices.ts'
import type { Cart } from '../rules/contract.ts'
import type { CartMessages, CartUrls } from './types.ts'

interface Props {
  cart: Cart
  urls: CartUrls
  messages: CartMessages
}

/** The sums of the cart and the way to the payment. */
export function CartSums({ cart, urls, messages }: Props) {
  const saved = cart.originalPrice - cart.finalPrice - cart.totalVoucherDiscount
  return (
    <section className="panel summary checkout__aside" aria-labelledby="summary">
      <h2 id="summary">{messages.summary}</h2>
      <dl className="sums">
        {saved > 0 && (
          <>
            <dt>{messages.originalPrice}</dt>
            <dd>{formatPrice(cart.originalPrice, cart.currency)}</dd>
            <dt className="sums__save">{messages.discount}</dt>
            <dd className="sums__save">{formatPrice(saved, cart.currency)}</dd>
          </>
        )}
        {cart.voucher && cart.totalVoucherDiscount > 0 && (
          <>
            <dt className="sums__save">{messages.voucher.replace('{code}', cart.voucher.code)}</dt>
            <dd className="sums__save">{formatPrice(-cart.totalVoucherDiscount, cart.currency)}</dd>
          </>
        )}
        <dt className="sums__total">{messages.total}</dt>
        <dd className="sums__total">{formatPrice(cart.finalPrice, cart.currency)}</dd>
        {cart.usedCredits > 0 && (
          <>
            <dt>{messages.credit}</dt>
            <dd>{formatPrice(-cart.usedCredits, cart.currency)}</dd>
            <dt className="sums__total">{messages.due}</dt>
            <dd className="sums__total">{formatPrice(cart.due, cart.currency)}</dd>
          </>
        )}
      </dl>
      <p className="soft small">{messages.taxIncluded}</p>
      <a className="button button--primary button--big button--wide" href={urls.payment}>
        {cart.finalPrice === 0 ? messages.checkoutFree : messages.checkout}
      </a>
      <a className="button button--plain button--wide" href={urls.search}>
        {messages.continueShopping}
      </a>
      <ul className="ticks">
        <li>
          <Icon name="check" />
          {messages.instant}
        </li>
        <li>
          <Icon name="check" />
          {messages.forever}
        </li>
      </ul>
    </section>
  )
}

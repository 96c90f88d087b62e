import { mailType } from '#platform/features/mail-type.ts'
import { formatPrice } from '#platform/i18n/prices.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/** Once, to who asked for it: what lies in the cart since yesterday. */
export const abandonedCartMail = mailType<{
  publicName: string
  /** The first of them; `count` counts all. */
  titles: readonly string[]
  count: number
  totalCents: number
  world: LiveWorldCode
  cartUrl: string
}>('abandoned-cart', {
  partition: 'abandoned-cart',
  content: (vars, t) => ({
    subject: t('mail:abandonedCart.subject'),
    heading: t('mail:abandonedCart.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:abandonedCart.text') },
      {
        kind: 'rows',
        rows: [
          [t('mail:abandonedCart.materials'), titlesText(vars)],
          [t('mail:abandonedCart.total'), formatPrice(vars.totalCents, worldOf(vars.world).currency)],
        ],
      },
      { kind: 'button', text: t('mail:abandonedCart.button'), href: vars.cartUrl },
      { kind: 'note', text: t('mail:abandonedCart.once') },
    ],
    footer: t('mail:footer'),
  }),
})

function titlesText({ titles, count }: { titles: readonly string[]; count: number }): string {
  const more = count - titles.length
  return [...titles, ...(more > 0 ? [`+ ${more}`] : [])].join(' · ')
}

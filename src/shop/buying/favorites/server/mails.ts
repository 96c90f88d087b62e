import { mailType } from '#platform/features/mail-type.ts'

interface PriceDropVars {
  publicName: string
  /** What each costs now; no former price: that would have to be the lowest of 30 days (directive 98/6/EC). */
  lines: readonly { title: string; price: string }[]
  listUrl: string
}

/** Remembered materials that became cheaper. */
export const priceDrop = mailType<PriceDropVars>('price-drop', {
  partition: 'price-drops',
  content: (vars, t) => ({
    subject: t('mail:priceDrop.subject'),
    heading: t('mail:priceDrop.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:priceDrop.text') },
      { kind: 'rows', rows: vars.lines.map(({ title, price }) => [title, price]) },
      { kind: 'button', text: t('mail:priceDrop.button'), href: vars.listUrl },
    ],
    footer: t('mail:footer'),
  }),
})

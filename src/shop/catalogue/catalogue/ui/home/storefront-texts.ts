import { formatFileSize, formatNumber } from '#platform/i18n/format.ts'
import { formatPrice } from '#platform/i18n/prices.ts'
import type { Translate } from '#platform/i18n/translate.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'

/** The points and questions of the landing pages; the words are in `landing` and `seller`. */

export function homeschoolingTexts(t: Translate) {
  return {
    how: [
      { title: t('landing:homeschooling.how.find.title'), text: t('landing:homeschooling.how.find.text') },
      { title: t('landing:homeschooling.how.open.title'), text: t('landing:homeschooling.how.open.text') },
      { title: t('landing:homeschooling.how.learn.title'), text: t('landing:homeschooling.how.learn.text') },
    ],
    faq: [
      {
        question: t('landing:homeschooling.faq.who.question'),
        answer: t('landing:homeschooling.faq.who.answer'),
      },
      {
        question: t('landing:homeschooling.faq.licence.question'),
        answer: t('landing:homeschooling.faq.licence.answer'),
      },
      {
        question: t('landing:homeschooling.faq.level.question'),
        answer: t('landing:homeschooling.faq.level.answer'),
      },
      {
        question: t('landing:homeschooling.faq.price.question'),
        answer: t('landing:homeschooling.faq.price.answer'),
      },
      {
        question: t('landing:homeschooling.faq.law.question'),
        answer: t('landing:homeschooling.faq.law.answer'),
      },
    ],
  }
}

export function appTexts(t: Translate) {
  return {
    can: [
      { title: t('landing:app.can.find.title'), text: t('landing:app.can.find.text') },
      { title: t('landing:app.can.buy.title'), text: t('landing:app.can.buy.text') },
      { title: t('landing:app.can.sell.title'), text: t('landing:app.can.sell.text') },
      { title: t('landing:app.can.offline.title'), text: t('landing:app.can.offline.text') },
    ],
    platforms: [
      {
        id: 'ios',
        title: t('landing:app.add.ios.title'),
        steps: [t('landing:app.add.ios.one'), t('landing:app.add.ios.two'), t('landing:app.add.ios.three')],
      },
      {
        id: 'android',
        title: t('landing:app.add.android.title'),
        steps: [
          t('landing:app.add.android.one'),
          t('landing:app.add.android.two'),
          t('landing:app.add.android.three'),
        ],
      },
      {
        id: 'desktop',
        title: t('landing:app.add.desktop.title'),
        steps: [
          t('landing:app.add.desktop.one'),
          t('landing:app.add.desktop.two'),
          t('landing:app.add.desktop.three'),
        ],
      },
    ],
  }
}

/** The numbers are the rules' own: what a page says and what an order books cannot drift apart. */
export function sellerTexts(
  t: Translate,
  world: LiveWorld,
  page: {
    currency: string
    sharePercent: number
    limits: { minPriceCents: number; maxPriceCents: number; maxUploadFiles: number; maxUploadBytes: number }
  },
) {
  const { currency, limits } = page
  const min = formatPrice(limits.minPriceCents, currency)
  const max = formatPrice(limits.maxPriceCents, currency)
  const share = formatNumber(page.sharePercent, world)
  const fee = formatNumber(100 - page.sharePercent, world)
  const size = formatFileSize(limits.maxUploadBytes, world)
  return {
    min,
    max,
    share,
    fee,
    why: [
      { title: t('seller:why.price.title'), text: t('seller:why.price.text', { min, max }) },
      { title: t('seller:why.share.title', { share }), text: t('seller:why.share.text') },
      { title: t('seller:why.found.title'), text: t('seller:why.found.text') },
      { title: t('seller:why.rights.title'), text: t('seller:why.rights.text') },
    ],
    steps: [
      { title: t('seller:steps.account.title'), text: t('seller:steps.account.text') },
      { title: t('seller:steps.upload.title'), text: t('seller:steps.upload.text') },
      { title: t('seller:steps.publish.title'), text: t('seller:steps.publish.text') },
      { title: t('seller:steps.earn.title'), text: t('seller:steps.earn.text') },
    ],
    faq: [
      { question: t('seller:faq.who.question'), answer: t('seller:faq.who.answer') },
      { question: t('seller:faq.cost.question'), answer: t('seller:faq.cost.answer', { fee }) },
      { question: t('seller:faq.tax.question'), answer: t('seller:faq.tax.answer') },
      {
        question: t('seller:faq.files.question'),
        answer: t('seller:faq.files.answer', { files: limits.maxUploadFiles, size }),
      },
      { question: t('seller:faq.images.question'), answer: t('seller:faq.images.answer') },
      { question: t('seller:faq.change.question'), answer: t('seller:faq.change.answer') },
      { question: t('seller:faq.school.question'), answer: t('seller:faq.school.answer') },
    ],
  }
}

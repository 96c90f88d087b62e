import { fileFormatName } from '#platform/i18n/file-formats.ts'
import { formatRating } from '#platform/i18n/format.ts'
import { softHyphens } from '#platform/i18n/hyphens.ts'
import { formatPrice } from '#platform/i18n/prices.ts'
import type { Translate } from '#platform/i18n/translate.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import { hueIcon } from '#platform/rules/web/subject-hue.ts'

export interface CardList {
  world: LiveWorld
  t: Translate
  /** How wide a cover is. */
  sizes: string
  /** The first ones are in view at once: this many images are not lazy. */
  eager: number
  title: 'h2' | 'h3'
  /** What is free is taken from the card; on a domain where nobody is known, only its price is said. */
  canTake: boolean
  /** false on a page of one author: each card would repeat the name. */
  hasAuthor: boolean
  notes?: ReadonlyMap<number, readonly string[]> | undefined
}

/**
 * One card as a string. A page has up to sixty of them; 48 take 1.9 ms of processor time so and 3.3 ms as an Astro component
 * (November 2026, Astro 7.3).
 */
export function cardHtml(card: MaterialCard, index: number, list: CardList): string {
  const facts = card.grades ? `${card.subject} · ${card.grades}` : card.subject
  return `<li class="card"><div class="card__cover">${coverHtml(card, index, list)}</div><${list.title} class="card__title"><a class="card__link" href="${escaped(card.url)}">${escaped(softHyphens(card.title, list.world))}</a></${list.title}>${list.hasAuthor ? `<p class="card__author">${escaped(card.author.name)}</p>` : ''}<p class="card__facts">${escaped(facts)}</p><p class="card__holds">${badgesHtml(card, list.t)}${escaped(holdsText(card, list.t))}</p><div class="card__end">${notesHtml(card, list)}${ratingHtml(card, list)}<div class="card__foot"><div class="card__price">${priceHtml(card, list)}</div>${heartHtml(card, list)}</div></div></li>`
}

const unbroken = '\u00a0'

/** What one gets: "12 Seiten · PDF, Word · mit Lösungen". */
export function holdsText({ pageCount, formats, hasSolutions }: MaterialCard, t: Translate): string {
  return (
    [
      pageCount > 0 && t('common:units.pages', { count: pageCount }).replace(' ', unbroken),
      formats.map((format) => fileFormatName(t, format)).join(', '),
      hasSolutions && t('common:card.solutions'),
    ]
      .filter(Boolean)
      // A dot does not begin a line.
      .join(`${unbroken}· `)
  )
}

/** Until the picture is there, and where it does not come: the subject's colour and icon, and the title. */
function coverHtml(card: MaterialCard, index: number, list: CardList): string {
  const sheet = `<span class="card__sheet${card.cover ? '' : ' card__sheet--alone'} hue-${card.hue}" aria-hidden="true"><svg class="icon"><use href="/icons.svg#${hueIcon(card.hue)}"></use></svg>${escaped(softHyphens(card.title, list.world))}</span>`
  return sheet + pictureHtml(card, index, list)
}

function pictureHtml({ cover, title }: MaterialCard, index: number, { sizes, eager }: CardList): string {
  if (!cover) return ''
  const priority = index === 0 && eager > 0 ? ' fetchpriority="high"' : ''
  // Addresses are most of a card: those further down name each once. Sharp screens take the large one, the others `src`.
  const choice =
    index < eager
      ? `srcset="${escaped(cover.srcset)}" sizes="${sizes}"`
      : `srcset="${escaped(largestOf(cover.srcset))} 2x"`
  return `<img src="${escaped(cover.src)}" ${choice} width="${cover.width}" height="${cover.height}" alt="${escaped(title)}" loading="${index < eager ? 'eager' : 'lazy'}"${priority} decoding="async">`
}

/** The last address of a list of widths. */
function largestOf(srcset: string): string {
  return srcset.split(', ').at(-1)?.split(' ')[0] ?? ''
}

/** Two at most; what is cheaper now comes first, that it is new last. */
function badgesHtml({ sale, isBundle, isInteractive, isNew }: MaterialCard, t: Translate): string {
  const badge = (kind: string, text: string) => `<span class="badge${kind}">${escaped(text)}</span> `
  const badges = [
    sale && badge(' badge--sale', t('common:sale')),
    isBundle && badge('', t('common:bundle')),
    isInteractive && badge('', t('common:card.interactive')),
    isNew && badge(' badge--quiet', t('common:new')),
  ]
  return badges.filter(Boolean).slice(0, 2).join('')
}

function ratingHtml({ rating }: MaterialCard, { t, world }: CardList): string {
  if (!rating) return ''
  const value = formatRating(rating.average, world)
  return `<p class="card__rating"><span role="img" aria-label="${escaped(t('common:rating', { value }))}">★ ${value} (${rating.count})</span></p>`
}

function priceHtml(card: MaterialCard, { t, canTake }: CardList): string {
  const { finalPrice, price, currency, sale } = card
  const free = canTake
    ? takeHtml(card, t)
    : `<span class="price price--free">${escaped(t('common:free'))}</span>`
  const now =
    finalPrice === 0
      ? free
      : `<span class="price${sale ? ' price--sale' : ''}">${escaped(formatPrice(finalPrice, currency))}</span>`
  if (!sale) return now
  return `${now} <s class="price__old"><span class="hide-visually">${escaped(t('common:oldPrice'))} </span>${escaped(formatPrice(price, currency))}</s>`
}

/** The price of what is free is its download: one press, on the way of the material's own page. */
function takeHtml({ url, title }: MaterialCard, t: Translate): string {
  const label = t('common:card.take', { title })
  return `<form class="card__take" method="post" action="${escaped(url)}#free-ways"><button class="take price price--free" type="submit" name="intent" value="claim-free-material" aria-label="${escaped(label)}"><svg class="icon" aria-hidden="true"><use href="/icons.svg#download"></use></svg>${escaped(t('common:free'))}</button></form>`
}

function notesHtml({ id }: MaterialCard, { notes }: CardList): string {
  return (notes?.get(id) ?? []).map((note) => `<p class="card__note">${escaped(note)}</p>`).join('')
}

/** It belongs to the one form of the page (`HeartForm.astro`). */
function heartHtml({ id, title }: MaterialCard, { t }: CardList): string {
  const label = `${t('common:buttons.addToFavorites')}: ${title}`
  return `<button class="heart card__heart" type="submit" form="hearts" name="materialId" value="${id}" data-favorite="${id}" aria-pressed="false" aria-label="${escaped(label)}"><svg class="icon" aria-hidden="true"><use href="/icons.svg#heart"></use></svg></button>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it may stand between tags and in double quotes. */
function escaped(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (sign) => entities[sign] as string) : text
}

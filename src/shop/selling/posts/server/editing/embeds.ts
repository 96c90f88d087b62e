import type { Context } from '#platform/context/context.ts'
import { formatPrice } from '#platform/i18n/prices.ts'
import { translator } from '#platform/i18n/translate.ts'
import type { Image, MaterialCard } from '#platform/rules/contract/material.ts'
import { type Embed, embedsIn, fillEmbeds } from '#platform/rules/markdown/embeds.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { cardsByIds } from '#shop/catalogue/catalogue/server/service.ts'
import { picturesByIds } from './writing-queries.ts'

/** More of one kind than anybody writes are left out. */
const mostEmbeds = 60
const pictureSizes = '(min-width: 48rem) 44rem, 100vw'

/**
 * HTML of a post with what it shows beside its words: pictures and public materials of its author, nobody else's. What is
 * no longer there leaves no trace. `ids`: the materials that are shown.
 */
export async function withEmbeds(
  context: Context,
  { html, authorId }: { html: string; authorId: number },
): Promise<{ html: string; materialIds: number[] }> {
  const embeds = embedsIn(html)
  if (embeds.length === 0) return { html, materialIds: [] }
  const idsOf = (wanted: Embed['kind']) =>
    [...new Set(embeds.filter(({ kind }) => kind === wanted).map(({ id }) => id))].slice(0, mostEmbeds)
  const [pictures, cards] = await Promise.all([
    picturesByIds(context.db, context.world, { authorId, ids: idsOf('picture') }),
    cardsByIds(context, idsOf('material')),
  ])
  const { images } = context
  const pictureOf = new Map(pictures.map((row) => [row.id, row]))
  const cardOf = new Map(cards.filter(({ author }) => author.id === authorId).map((card) => [card.id, card]))
  const filled = fillEmbeds(html, ({ kind, id, words }) => {
    const picture = kind === 'picture' ? pictureOf.get(id) : undefined
    if (picture)
      return pictureHtml(
        id,
        words.replaceAll('"', '&quot;') || escapeHtml(picture.alt),
        images.image('post', picture.image_key, picture),
      )
    const card = kind === 'material' ? cardOf.get(id) : undefined
    return card && cardHtml(context, card)
  })
  return { html: filled, materialIds: [...cardOf.keys()] }
}

/** `alt` is escaped already. */
function pictureHtml(id: number, alt: string, { src, srcset, width, height }: Image): string {
  return `<figure class="post-picture" data-picture="${id}"><img src="${escapeHtml(src)}" srcset="${escapeHtml(srcset)}" sizes="${pictureSizes}" width="${width}" height="${height}" alt="${alt}" loading="lazy" decoding="async"></figure>`
}

function cardHtml(
  { world }: Context,
  { id, title, url, cover, finalPrice, currency, subject }: MaterialCard,
): string {
  const price = finalPrice === 0 ? translator(world)('common:free') : formatPrice(finalPrice, currency)
  const image = cover
    ? `<img src="${escapeHtml(cover.src)}" srcset="${escapeHtml(cover.srcset)}" sizes="5.5rem" width="${cover.width}" height="${cover.height}" alt="" loading="lazy" decoding="async">`
    : ''
  return `<aside class="post-material" data-material="${id}" data-title="${escapeHtml(title)}">${image}<p><a href="${escapeHtml(url)}">${escapeHtml(title)}</a><span class="post-material__facts">${escapeHtml(subject ? `${subject} · ${price}` : price)}</span></p></aside>`
}

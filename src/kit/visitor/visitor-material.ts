import { formatDate } from '#platform/i18n/format.ts'
import { formatPrice } from '#platform/i18n/prices.ts'
import { isLiveWorld } from '#platform/routing/worlds.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { $visitorMaterial, loadVisitorMaterial } from '#shop/buying/cart/browser/visitor-material.ts'

type Mine = NonNullable<ReturnType<typeof $visitorMaterial.get>>

interface Texts {
  owned: string
  updated: string
  parts: string
  yours: string
  ownWork: string
}

/** Writes into a material's page what only concerns its visitor: owned, parts owned, prices for them. */
export async function paintVisitorMaterial(line: HTMLElement): Promise<void> {
  const { mine: id, texts, currency } = line.dataset
  const world = document.querySelector<HTMLElement>('[data-world]')?.dataset.world ?? ''
  if (id === undefined || texts === undefined || currency === undefined || !isLiveWorld(world)) return
  await loadVisitorMaterial(Number(id))
  const mine = $visitorMaterial.get()
  if (mine) paint(line, mine, { texts: JSON.parse(texts) as Texts, currency, world })
}

function paint(
  line: HTMLElement,
  mine: Mine,
  { texts, currency, world }: { texts: Texts; currency: string; world: LiveWorldCode },
): void {
  const text = lineText(mine, { texts, currency, world })
  const link = line.querySelector('a')
  // Nobody asks themselves.
  if (mine.isOwn) document.getElementById('ask')?.remove()
  if (text !== undefined) line.replaceChildren(text, ...(mine.owned && link ? [' ', link] : []))
  for (const place of document.querySelectorAll<HTMLElement>('[data-mine-price]')) {
    const licence = place.dataset.minePrice
    const price = licence === 'additional' || licence === 'school' ? mine.prices[licence] : null
    if (!mine.owned || price === null) continue
    place.textContent = texts.yours.replace('{price}', () => formatPrice(price, currency))
  }
}

function lineText(
  mine: Mine,
  { texts, currency, world }: { texts: Texts; currency: string; world: LiveWorldCode },
): string | undefined {
  if (mine.isOwn) return texts.ownWork
  const day = (time: string) => formatDate(new Date(time), world)
  const { updatedAt, owned, bundle } = mine
  if (owned && updatedAt) return texts.updated.replace('{date}', () => day(updatedAt))
  if (owned) return texts.owned.replace('{date}', () => day(owned.since))
  if (bundle === null || mine.prices.single === null) return undefined
  const price = formatPrice(mine.prices.single, currency)
  return texts.parts
    .replace('{parts}', String(bundle.parts))
    .replace('{of}', String(bundle.of))
    .replace('{price}', () => price)
}

import { formatPrice } from '#platform/i18n/prices.ts'
import { maxPriceCents, minPriceCents } from '#platform/limits.ts'
import { placeOf } from '#shop/selling/bulk-listings/rules/price-place.ts'
import { authorEarnings, typedCents } from '../../rules/author-earnings.ts'

/** Who listens hears one sentence after typing, not one for each digit. */
const pauseMs = 300
const woken = new WeakSet<Element>()

/** What an author gets and how a price lies beside others follow what is typed into the price. */
export function followPrice(): void {
  document.addEventListener('aularium:replaced', followPrice)
  for (const line of document.querySelectorAll<HTMLOutputElement>('output.price-follows')) {
    const field = document.querySelector<HTMLInputElement>('input[name=price]')
    if (field === null || woken.has(line)) continue
    woken.add(line)
    let timer: ReturnType<typeof setTimeout> | undefined
    field.addEventListener('input', () => {
      clearTimeout(timer)
      timer = setTimeout(() => say(line, field.value), pauseMs)
    })
    say(line, field.value)
  }
}

function say(line: HTMLOutputElement, typed: string): void {
  const cents = typedCents(typed)
  const isPrice = cents !== undefined && cents >= minPriceCents && cents <= maxPriceCents
  line.hidden = !isPrice
  line.textContent = isPrice ? wordsOf(line.dataset, cents) : ''
}

function wordsOf({ share, currency = '', range, text = '' }: DOMStringMap, cents: number): string {
  if (range !== undefined) {
    const [low = 0, high = 0] = range.split(' ').map(Number)
    return (JSON.parse(text) as Record<string, string>)[placeOf(cents, { low, high })] ?? ''
  }
  const { shareCents } = authorEarnings(cents, Number(share))
  return text
    .replace('{{price}}', formatPrice(cents, currency))
    .replace('{{share}}', formatPrice(shareCents, currency))
}

import { formatPrice } from '#platform/i18n/prices.ts'
import { url } from '#platform/routing/url.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import type { MaterialDetail } from '#platform/rules/contract/material.ts'
import type { AddToCartProps } from './AddToCartButton.island.tsx'
import { addToCartMessages } from './messages.ts'
import type { CartUrls } from './types.ts'

/** Everything the button of a priced material needs, made on the server. */
export function addToCartProps(
  material: MaterialDetail,
  { t, world }: Pick<App.Locals, 't' | 'world'>,
): AddToCartProps {
  const code = world.world
  return {
    materialId: material.id,
    price: formatPrice(material.finalPrice, material.currency),
    cartUrl: url('cart', { world: code }),
    currency: material.currency,
    boughtUrl: url('bought-materials', { world: code, query: { material: material.id } }),
    editUrl: url('edit-material', { world: code, materialId: material.id }),
    messages: addToCartMessages(t),
  }
}

export function cartUrls(world: LiveWorld): CartUrls {
  return {
    cart: url('cart', { world }),
    favorites: url('favorites', { world }),
    login: url('login', { world, query: { next: url('cart', { world }) } }),
    payment: url('payment', { world }),
    search: url('search', { world }),
  }
}

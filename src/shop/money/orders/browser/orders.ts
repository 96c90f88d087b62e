import { http } from '#platform/browser/client.ts'

/** Where an order is to be paid; `clientSecret`: in the provider's fields on this page, which lead to `redirectUrl` then. */
export interface PlacedOrder {
  reference: string
  redirectUrl: string
  clientSecret?: string
}

/** The same cart gives the same order, however often it is asked for. */
export async function placeOrder(input: Readonly<Record<string, unknown>>): Promise<PlacedOrder> {
  return http.post('/v1/orders', input)
}

/** Texts of the cart; `{name}`, `{title}`, `{price}`, `{parts}`, `{of}`, `{code}` and `{count}` are filled in here. */
export type CartMessages = Record<
  | ('title' | 'listLabel' | 'byAuthor' | 'bundle' | 'free' | 'oldPrice' | 'inBundle' | 'priceChanged')
  | (
      | 'remove'
      | 'removeNamed'
      | 'moveToFavorites'
      | 'saveForLater'
      | 'summary'
      | 'originalPrice'
      | 'discount'
      | 'total'
    )
  | ('taxIncluded' | 'checkout' | 'checkoutFree' | 'continueShopping' | 'instant' | 'forever')
  | ('voucher' | 'credit' | 'due' | 'additional' | 'school' | 'ownedParts' | 'ownedLicence')
  | ('emptyTitle' | 'emptyText' | 'emptyAction' | 'endedTitle' | 'endedText' | 'login'),
  string
> & { count: { one: string; other: string } }

export interface CartUrls {
  cart: string
  favorites: string
  /** Leads back to the cart. */
  login: string
  payment: string
  search: string
}

/** A material as it is tracked (specification 3). Money in cents. */
export interface TrackedMaterial {
  id: number
  price: number
  finalPrice: number
  currency: string
  sale: boolean
  bestInCategories: readonly string[]
  createdAt: string
  interactiveId: number | null
  isBundleInteractive: boolean
  isStandaloneInteractive: boolean
  hasFixedPrice: boolean
  materialFiles: readonly { type: 'material_file' | 'sources' | 'cover' }[]
  /** The order in which this visitor bought it. */
  purchase_id: number | null
}

/** Of an address, for services that know people by it (specification 5); only with consent, and never of somebody acted for. */
export interface EmailHashes {
  md5: string
  sha256: string
}

export interface AnalyticsEvent {
  id: string
  name: string
  /** Milliseconds. */
  at: number
  world: string
  /** Random, of one visit. */
  visit: string
  /** The page's name in the product; never its address. */
  page: string
  value?: number | undefined
  material?: TrackedMaterial | undefined
  email?: EmailHashes | undefined
}

/** Who else is told what happens on the site: nobody, a Matomo of one's own, a service in the style of GA4. */
export interface Analytics {
  /** Whether telling takes the network: then a job does it. */
  readonly isRemote: boolean
  /** @throws Error when it should be tried again later */
  tell(events: readonly AnalyticsEvent[]): Promise<void>
}

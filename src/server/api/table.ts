import { z } from 'zod'
import { authorsEndpoints } from '../features/authors/endpoints.ts'
import { cartEndpoints } from '../features/cart/endpoints.ts'
import { catalogueEndpoints } from '../features/catalogue/endpoints.ts'
import { colleagueEndpoints } from '../features/colleagues/endpoints.ts'
import { favoritesEndpoints } from '../features/favorites/endpoints.ts'
import { feedbackEndpoints } from '../features/feedback/endpoints.ts'
import { subscriptionEndpoints } from '../features/follow/endpoints.ts'
import { identityEndpoints } from '../features/identity/endpoints.ts'
import { locationEndpoints } from '../features/location/endpoints.ts'
import { mailEndpoints } from '../features/mail/endpoints.ts'
import { materialsEndpoints } from '../features/materials/endpoints.ts'
import { ordersEndpoints } from '../features/orders/endpoints.ts'
import { pageTextsEndpoints } from '../features/page-texts/endpoints.ts'
import { postEndpoints } from '../features/posts/endpoints.ts'
import { savedSearchEndpoints } from '../features/saved-searches/endpoints.ts'
import { seoEndpoints } from '../features/seo/endpoints.ts'
import { synonymEndpoints } from '../features/synonyms/endpoints.ts'
import { type Endpoint, endpoint } from './endpoint.ts'

/** Gives a browser its `csrf` cookie before its first change; app.ts adds the cookie itself. */
export const csrfEndpoint = endpoint({
  method: 'get',
  path: '/v1/csrf',
  summary: 'Sets the csrf cookie that changing calls repeat in X-CSRF-Token',
  tag: 'session',
  access: 'public',
  terms: 'skipped',
  rate: 'read',
  output: z.object({ ready: z.literal(true) }),
  handler: async () => ({ data: { ready: true as const } }),
})

/** Every endpoint of the product API. Authentication, CSRF, terms, limits, validation and OpenAPI are read off it. */
export const endpoints: readonly Endpoint[] = [
  csrfEndpoint,
  ...identityEndpoints,
  ...catalogueEndpoints,
  ...savedSearchEndpoints,
  ...synonymEndpoints,
  ...favoritesEndpoints,
  ...subscriptionEndpoints,
  ...mailEndpoints,
  ...colleagueEndpoints,
  ...authorsEndpoints,
  ...cartEndpoints,
  ...ordersEndpoints,
  ...materialsEndpoints,
  ...feedbackEndpoints,
  ...postEndpoints,
  ...seoEndpoints,
  ...locationEndpoints,
  ...pageTextsEndpoints,
]

import { feature, removedBy } from '#platform/features/manifest.ts'
import { giveConsent } from './server/actions.ts'
import { consentCookie, consentToken } from './server/cookie.ts'
import { deleteOldConsents } from './server/queries.ts'
import { consent as question } from './server/reads.ts'

/** What a visitor allows beside what the site cannot do without. */
export const consent = feature({
  name: 'consent',
  actions: [giveConsent],
  reads: [question],
  cookies: [consentCookie],
  tokens: [consentToken],
  tables: ['consent_choice'],
  retention: [removedBy('consents', deleteOldConsents)],
})

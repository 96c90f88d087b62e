import { http } from '#platform/browser/client.ts'

/** Ends this session, or every session of the member. */
export async function logout({ isEverywhere = false } = {}): Promise<void> {
  await http.get('/v3/oauth2/logout', { noValidate: true, ...(isEverywhere && { query: { all: 1 } }) })
}

/** Accepts the terms in force. */
export async function acceptTerms(): Promise<void> {
  await http.post('/v1/agb', {}, { noValidate: true })
}

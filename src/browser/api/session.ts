import { http } from './client.ts'

export async function logout(): Promise<void> {
  await http.get('/v3/oauth2/logout', { noValidate: true })
}

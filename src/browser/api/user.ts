import type { User } from '#shared/contract/user.ts'
import { http } from './client.ts'

export async function viewUser(): Promise<User> {
  return http.get('/v1/user')
}

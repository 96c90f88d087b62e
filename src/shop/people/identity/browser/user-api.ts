import { http } from '#platform/browser/client.ts'
import type { User } from '#platform/rules/contract/user.ts'

export async function viewUser(): Promise<User> {
  return http.get('/v1/user')
}

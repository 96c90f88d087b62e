import { actions } from '#server/features/list.ts'
import { type ApiRow, apiRowsOf } from '#server/http/api-rows.ts'
import { permissions } from '#shared/permissions.ts'

/** A call of the API with what the permission table says about it. */
export interface Endpoint extends ApiRow {
  access: 'public' | 'member' | 'seller' | 'admin'
  terms: 'required' | 'skipped'
}

/** Every call of the API, read off the actions. */
export const endpoints: readonly Endpoint[] = apiRowsOf(actions).map((row) => {
  const { who, terms } = permissions[row.name]
  const list: readonly string[] = who
  const access = list.includes('anyone')
    ? 'public'
    : list.includes('member')
      ? 'member'
      : list.includes('seller')
        ? 'seller'
        : 'admin'
  return { ...row, access, terms }
})

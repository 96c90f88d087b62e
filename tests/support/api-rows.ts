import { actions } from '#features'
import { type ApiRow, apiRowsOf } from '#platform/http/api/api-rows.ts'
import { type Permission, permissions } from '#platform/permissions.ts'

/** A call of the API with what the permission table says about it. */
export interface Endpoint extends ApiRow {
  access: 'public' | 'member' | 'seller' | 'admin'
  terms: 'required' | 'skipped'
}

/** What the permission table says of an action, at one of its calls: some are for members alone. */
export function ruleOf({ only }: Pick<ApiRow, 'only'>, rule: Permission): Permission {
  return only === 'members' && rule.who.includes('anyone') ? { ...rule, who: ['member'] } : rule
}

/** Every call of the API, read off the actions. */
export const endpoints: readonly Endpoint[] = apiRowsOf(actions).map((row) => {
  const { terms } = permissions[row.name]
  const list: readonly string[] = ruleOf(row, permissions[row.name]).who
  const access = list.includes('anyone')
    ? 'public'
    : list.includes('member')
      ? 'member'
      : list.includes('seller')
        ? 'seller'
        : 'admin'
  return { ...row, access, terms }
})

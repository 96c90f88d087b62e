import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** An account: its number, or what names it in a query. */
export type Account = number | null | RawBuilder<unknown>

const accountOf = (account: Account) =>
  typeof account === 'object' && account !== null ? account : sql`${account}::bigint`

/**
 * Whether a member has a material (`m`), alone or in a bundle, or their school has it for all; what they have is asked when it
 * is used, so a refund takes it, and leaving the school does.
 */
export function hasMaterial(account: Account): RawBuilder<SqlBool> {
  const owned = sql`select from owned_material e where e.world = m.world and e.material_id = m.id`
  return sql<SqlBool>`(exists (${owned} and e.account_id = ${accountOf(account)})
    or exists (${owned} and ${isForSchoolOf(account)}))`
}

/** Purchases (`e`) for the whole school of a verified member: those it has, and those of a colleague who named no school. */
export function isForSchoolOf(account: Account): RawBuilder<SqlBool> {
  const mine = sql`from school_account mine
    where mine.account_id = ${accountOf(account)} and mine.is_verified`
  return sql<SqlBool>`e.licence = 'school' and (e.school_id = any(array(select mine.school_id ${mine}))
    or e.school_id is null and e.account_id = any(array(
      select holder.account_id from school_account holder
      where holder.is_verified and (holder.world, holder.school_id) in (select mine.world, mine.school_id ${mine}))))`
}

/** Purchases (`e`) that count for a member: their own, and those for their whole school. */
export function countsFor(accountId: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(e.account_id = ${accountId}::bigint or ${isForSchoolOf(accountId)})`
}

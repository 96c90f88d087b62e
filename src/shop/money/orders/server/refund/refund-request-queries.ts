import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { RefundRule } from '../../rules/refund-rule.ts'
import { isCalledBack } from '../payment/dispute-queries.ts'

/** What an author grants, asked by author or by material; null: nothing beyond the law. */
export async function ruleOf(
  db: Db,
  of: { authorId: number } | { materialId: number },
): Promise<RefundRule | null> {
  const rules = db.selectFrom('refund_rule').select(['days', 'after_download'])
  const row = await ('authorId' in of
    ? rules.where('account_id', '=', of.authorId)
    : rules
        .innerJoin('material', 'material.author_id', 'refund_rule.account_id')
        .where('material.id', '=', of.materialId)
  ).executeTakeFirst()
  return row === undefined ? null : { days: row.days, afterDownload: row.after_download }
}

export async function writeRule(tx: Db, authorId: number, rule: RefundRule | null): Promise<void> {
  if (rule === null) {
    await tx.deleteFrom('refund_rule').where('account_id', '=', authorId).execute()
    return
  }
  const values = { days: rule.days, after_download: rule.afterDownload }
  await tx
    .insertInto('refund_rule')
    .values({ account_id: authorId, ...values })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ ...values, changed_at: sql<Date>`now()` }),
    )
    .execute()
}

export interface ReturnableRow {
  order_id: number
  reference: string
  number: string
  material_id: number
  author_id: number
  title: string
  currency: string
  paid_at: Date
  left_cents: number
  refund_days: number | null
  refund_after_download: boolean
  is_downloaded: boolean
  /** Something bought later cost less because of it, and gives it as well: a larger licence, a colleague more, a bundle. */
  is_built_on: boolean
  /** Of the wish there is already. */
  status: 'open' | 'declined' | null
  answer: string | null
}

/**
 * Paid lines of a member of which money is left, with the rule of their sale; the newest first. What a bank takes back is not
 * given back as well.
 */
export async function returnableRows(
  db: Db,
  world: string,
  input: { accountId: number; since: Date; reference?: string | undefined; limit: number },
): Promise<ReturnableRow[]> {
  const { rows } = await sql<ReturnableRow>`
    select o.id as order_id, o.reference, o.number, o.currency, o.paid_at, i.material_id, i.author_id, i.title,
      i.refund_days, i.refund_after_download, i.price_cents - back.cents as left_cents, q.status, q.answer,
      exists (
        select from entitlement e where e.world = o.world and e.account_id = o.account_id and e.downloaded_at is not null
          and (e.material_id = i.material_id or exists (
            select from bundle_content b
            where b.world = i.world and b.bundle_id = i.material_id and b.material_id = e.material_id
          ))
      ) as is_downloaded,
      exists (
        select from purchase_order p join order_item l on l.world = p.world and l.order_id = p.id
        where p.world = o.world and p.account_id = o.account_id and p.status = 'paid' and p.paid_at > o.paid_at
          and (l.material_id = i.material_id or exists (
            select from bundle_content b where b.world = l.world and b.bundle_id = l.material_id
              and b.material_id = i.material_id and p.paid_at >= b.since and p.paid_at < b.until))
          and not exists (
            select from refund_item r
            where r.world = l.world and r.order_id = l.order_id and r.material_id = l.material_id and r.revokes)
      ) as is_built_on
    from purchase_order o join order_item i on i.world = o.world and i.order_id = o.id
    left join refund_request q on q.world = i.world and q.order_id = i.order_id and q.material_id = i.material_id
    cross join lateral (
      select coalesce(sum(r.amount_cents), 0)::integer as cents
      from refund_item r where r.world = i.world and r.order_id = i.order_id and r.material_id = i.material_id
    ) back
    where o.world = ${world} and o.account_id = ${input.accountId} and o.status = 'paid' and o.purpose = 'materials'
      and o.paid_at > ${input.since} and i.price_cents > back.cents and q.status is distinct from 'granted'
      and not ${isCalledBack}
      and (${input.reference ?? null}::text is null or o.reference = ${input.reference ?? null}::text)
    order by o.id desc, i.material_id
    limit ${input.limit}`.execute(db)
  return rows
}

/** How much somebody bought and gave back by their own wish since a day, and how often they asked since another one. */
export async function returnHabits(
  db: Db,
  input: { accountId: number; since: Date; askedSince: Date },
): Promise<{ bought: number; granted: number; asked: number }> {
  const { rows } = await sql<{ bought: number; granted: number; asked: number }>`
    select
      (select count(*)::integer from purchase_order o join order_item i on i.world = o.world and i.order_id = o.id
        where o.account_id = ${input.accountId} and o.status = 'paid' and o.paid_at > ${input.since}
          and i.price_cents > 0) as bought,
      count(*) filter (where status = 'granted')::integer as granted,
      count(*) filter (where created_at > ${input.askedSince})::integer as asked
    from refund_request where account_id = ${input.accountId} and created_at > ${input.since}`.execute(db)
  return rows[0] ?? { bought: 0, granted: 0, asked: 0 }
}

/** Writes a wish; false when there was one for this line. */
export async function insertRequest(
  tx: Db,
  world: string,
  request: {
    orderId: number
    materialId: number
    accountId: number
    authorId: number
    reason: string
    byRule: boolean
  },
): Promise<boolean> {
  const row = await tx
    .insertInto('refund_request')
    .values({
      world,
      order_id: request.orderId,
      material_id: request.materialId,
      account_id: request.accountId,
      author_id: request.authorId,
      reason: request.reason,
      by_rule: request.byRule,
      ...(request.byRule && { status: 'granted' as const, decided_at: sql<Date>`now()` }),
    })
    .onConflict((conflict) => conflict.columns(['world', 'order_id', 'material_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface RequestRow {
  id: number
  reference: string
  number: string
  order_id: number
  material_id: number
  account_id: number
  buyer: string
  author_id: number
  author: string
  title: string
  reason: string
  currency: string
  left_cents: number
  status: 'open' | 'declined'
  answer: string | null
  created_at: Date
}

/**
 * Wishes that are not granted and of which money is left that no bank takes back: of one author, of one line, or all of a world. First those nobody has
 * answered, the oldest of them first; then the last ones that were declined.
 */
export async function requestRows(
  db: Db,
  world: string,
  input: {
    authorId?: number | undefined
    line?: { orderId: number; materialId: number }
    status?: 'open'
    limit: number
  },
): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select q.id, o.reference, o.number, q.order_id, q.material_id, q.account_id, buyer.public_name as buyer, q.author_id,
      author.public_name as author, i.title, q.reason, o.currency,
      i.price_cents - back.cents as left_cents, q.status, q.answer, q.created_at
    from refund_request q
    join purchase_order o on o.world = q.world and o.id = q.order_id
    join order_item i on i.world = q.world and i.order_id = q.order_id and i.material_id = q.material_id
    join account buyer on buyer.id = q.account_id
    join account author on author.id = q.author_id
    cross join lateral (
      select coalesce(sum(r.amount_cents), 0)::integer as cents
      from refund_item r where r.world = i.world and r.order_id = i.order_id and r.material_id = i.material_id
    ) back
    where q.world = ${world} and q.status <> 'granted' and i.price_cents > back.cents and not ${isCalledBack}
      and (${input.authorId ?? null}::bigint is null or q.author_id = ${input.authorId ?? null}::bigint)
      and (${input.line?.orderId ?? null}::bigint is null or
        (q.order_id, q.material_id) = (${input.line?.orderId ?? null}::bigint, ${input.line?.materialId ?? 0}::bigint))
      and (${input.status ?? null}::text is null or q.status = ${input.status ?? null}::text)
    order by q.status = 'declined', case q.status when 'open' then q.id else -q.id end limit ${input.limit}`.execute(
    db,
  )
  return rows
}

/** Decides a request that is still in one of these states; false when another decision came first. */
export async function decideRequest(
  tx: Db,
  world: string,
  input: {
    id: number
    from: readonly ('open' | 'declined')[]
    to: 'granted' | 'declined'
    answer: string | null
    by: number
  },
): Promise<boolean> {
  const row = await tx
    .updateTable('refund_request')
    .set({ status: input.to, answer: input.answer, decided_by: input.by, decided_at: sql<Date>`now()` })
    .where('world', '=', world)
    .where('id', '=', input.id)
    .where('status', 'in', [...input.from])
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** How many requests nobody has decided, in every world. */
export async function openRequestCounts(db: Db): Promise<{ world: string; count: number }[]> {
  const { rows } = await sql<{ world: string; count: number }>`
    select world, count(*)::integer as count from refund_request where status = 'open' group by 1`.execute(db)
  return rows
}

import { type Context, memberOf } from '#platform/context/context.ts'
import { type RecentContract, recentContracts } from '#shop/money/orders/server/service.ts'

export type { RecentContract }

/** What a member finds filled in, and their contracts of the last 14 days; a stranger starts with empty fields. */
export async function withdrawalPage(
  context: Context,
): Promise<{ name: string; email: string; contracts: RecentContract[] }> {
  const member = memberOf(context)
  if (member === undefined) return { name: '', email: '', contracts: [] }
  return {
    name: member.publicName,
    email: member.email,
    contracts: await recentContracts(context.db, context.world, member.accountId),
  }
}

import type { MemberVisitor } from '#platform/context/context.ts'

/** An order is its buyer's: for everybody else, whatever they are, there is none. */
export function isOwnOrder(member: Pick<MemberVisitor, 'accountId'>, order: { account_id: number }): boolean {
  return order.account_id === member.accountId
}

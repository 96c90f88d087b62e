import type { MemberVisitor } from '#platform/context/context.ts'

/** Whether the member leads the room: who sees pupils and answers, turns pages and closes it. */
export function isOwnRoom(
  { accountId }: Pick<MemberVisitor, 'accountId'>,
  room: { owner_id: number },
): boolean {
  return room.owner_id === accountId
}

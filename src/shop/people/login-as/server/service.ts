/** Admins who act in a member's name (specification 6). */
export { actingLog, type FoundMember, findMembers } from './acting.ts'

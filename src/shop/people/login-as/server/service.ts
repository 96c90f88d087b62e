/** Admins who act in a member's name (specification 6). */
export { actingLog, type FoundMember } from './acting.ts'

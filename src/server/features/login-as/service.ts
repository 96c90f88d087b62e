/** Admins who act in a member's name (specification 6). */
export { actingLog, noteActing } from './acting.ts'

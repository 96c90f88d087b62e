/** Admins who act in a member's name (specification 6). */
export { actingLog } from './acting.ts'

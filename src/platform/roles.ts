/**
 * Who a visitor can be (specification 6). One visitor is several of them: a seller is a member, too. Being an admin
 * gives no other role by itself: each row says who may.
 */
export type Who =
  | 'anyone'
  | 'member'
  | 'seller'
  | 'school-member'
  | 'school-master'
  | 'editor'
  | 'moderator'
  | 'finance'
  | 'support'
  | 'admin'

/** What an account may beside what every member may (specification 6); `member`: nothing more. */
export type Role = 'member' | 'editor' | 'moderator' | 'finance' | 'support' | 'admin'

/** A place in a school: a `master` looks after the school's account (specification 6). */
export type SchoolRole = 'member' | 'master'

/** The role in the database that makes an admin, for queries; everything else asks `isAdmin`. */
export const adminRole: Role = 'admin'

/** The role of those who write the platform's texts, for queries. */
export const editorRole: Role = 'editor'

/** The role of who looks after a school, for queries; everything else asks `looksAfterSchool`. */
export const masterRole: SchoolRole = 'master'

/** The role of everybody who runs nothing of the platform, for queries; everything else asks `isPlainMember`. */
export const plainRole: Role = 'member'

/** Whether an account with this role runs the platform. */
export function isAdmin(role: string | undefined): boolean {
  return role === adminRole
}

/** Who runs nothing of the platform; only these can be acted for. */
export function isPlainMember(role: Role): boolean {
  return role === plainRole
}

/** What somebody who works for the platform can be: their login needs a second step. */
const staff: ReadonlySet<Who> = new Set(['editor', 'moderator', 'finance', 'support', 'admin'])

/** Whether it is a role of the platform's own people. */
export function isStaffRole(who: Who): boolean {
  return staff.has(who)
}

/** All roles of a member. */
export function whoIs(member: {
  isSeller: boolean
  role: Role
  schoolRole?: SchoolRole | undefined
}): ReadonlySet<Who> {
  const who = new Set<Who>(['anyone', 'member'])
  if (member.isSeller) who.add('seller')
  if (!isPlainMember(member.role)) who.add(member.role as Exclude<Role, 'member'>)
  if (member.schoolRole !== undefined) who.add('school-member')
  if (looksAfterSchool(member.schoolRole)) who.add('school-master')
  return who
}

/** Whether these facts are a seller's, whatever else is missing (terms, a second step). */
export function isSeller({ who }: { who: ReadonlySet<Who> }): boolean {
  return who.has('seller')
}

/** Whether somebody with this role in a school decides who belongs to it. */
export function looksAfterSchool(role: string | undefined): boolean {
  return role === masterRole
}

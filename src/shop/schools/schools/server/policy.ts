import { looksAfterSchool, type SchoolRole } from '#platform/roles.ts'

type Place = { role: SchoolRole }

/** Whether who has this place in a school decides who belongs to it, as the place is at this moment (the visitor's is the request's). */
export function decidesAboutSchool({ role }: Place): boolean {
  return looksAfterSchool(role)
}

/** Whether somebody else may take this place away or verify it: nobody decides about a master. */
export function isDecidedByOthers({ role }: Place): boolean {
  return !looksAfterSchool(role)
}

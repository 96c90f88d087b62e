/** What other features and pages may ask of schools and who belongs to them. */
export { schoolPlaceChanged } from './events.ts'
export { ownSchoolPlace, type SchoolMember, type SchoolPlace, schoolMembers } from './view.ts'

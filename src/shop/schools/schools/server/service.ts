/** What other features and pages may ask of schools and who belongs to them. */
export { schoolPlaceChanged } from './events.ts'
export { schoolsLike } from './founding.ts'
export { invitationTo, type OpenInvitation, ownInvitations } from './inviting.ts'
export { schoolsAtDesk, waitingSchools } from './proving.ts'
export { ownSchoolPlace, type SchoolMember, type SchoolPlace, schoolMembers } from './view.ts'

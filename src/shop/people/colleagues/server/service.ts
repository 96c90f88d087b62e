/** What pages may ask of recommendations and invitations. */
export { type InvitationPage, invitationPage, ownInvitation } from './invitations.ts'
export { type RecommendationPage, recommendationPage } from './recommending.ts'

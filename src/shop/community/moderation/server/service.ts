/** What other features and pages may ask of the moderation desk. */
export { appealPage } from './appeals.ts'
export { type DeskPage, listCases, waitingCases } from './cases.ts'
export { yearlyFigures } from './figures.ts'

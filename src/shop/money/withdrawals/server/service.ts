export { type RecentContract, withdrawalPage } from './page.ts'

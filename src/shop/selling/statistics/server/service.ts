export { appendCounts, appendFollows, appendOrder, appendRefund, type CountRow, sumUp } from './queries.ts'
export { today } from './today.ts'

export { appendFollows, appendOrder, appendRefund, sumUp } from './queries.ts'
export { today } from './today.ts'

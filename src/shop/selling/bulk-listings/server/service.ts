export { priceAdvice, tagAdvice } from './advice.ts'
export { changeEach } from './changing.ts'

export { priceAdvice, tagAdvice } from './advice.ts'

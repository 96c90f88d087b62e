export { type PlacedOrder, placeOrder } from './orders-api.ts'

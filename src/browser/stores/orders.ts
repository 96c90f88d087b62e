export { type PlacedOrder, placeOrder } from '../api/orders.ts'

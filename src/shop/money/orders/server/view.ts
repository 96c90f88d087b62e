import type { Order, Sale } from '../rules/contract.ts'
import type { SaleRow } from './ledger/sales-queries.ts'
import type { OrderItemRow, OrderRow } from './queries.ts'

export function toOrder(order: OrderRow, items: readonly OrderItemRow[], refunded: number): Order {
  return {
    reference: order.reference,
    number: order.number,
    status: order.status,
    currency: order.currency,
    total: order.total_cents,
    tax: order.tax_cents,
    credit: order.credit_cents,
    voucher: order.voucher_code === null ? null : { code: order.voucher_code, discount: order.voucher_cents },
    refunded,
    taxRate: order.tax_rate_bp,
    country: order.country,
    createdAt: order.created_at.toISOString(),
    paidAt: order.paid_at?.toISOString() ?? null,
    items: items.map((item) => ({
      materialId: item.material_id,
      title: item.title,
      licence: item.licence,
      price: item.price_cents,
    })),
  }
}

export function toSale(row: SaleRow): Sale {
  return {
    orderNumber: row.order_number,
    materialId: row.material_id,
    title: row.title,
    licence: row.licence,
    price: row.price_cents,
    authorShare: row.author_share_cents - row.refunded_share_cents,
    refunded: row.refunded_cents,
    currency: row.currency,
    country: row.country,
    soldAt: row.paid_at.toISOString(),
  }
}

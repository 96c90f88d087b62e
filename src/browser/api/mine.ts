import type { Mine } from '#shared/contract/cart.ts'
import { http } from './client.ts'

/** What a material is to this visitor. */
export async function viewMine(materialId: number): Promise<Mine> {
  return http.get(`/v1/materials/${materialId}/mine`)
}

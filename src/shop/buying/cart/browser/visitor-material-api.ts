import { http } from '#platform/browser/client.ts'
import type { Mine } from '../rules/contract.ts'

/** What a material is to this visitor. */
export async function viewVisitorMaterial(materialId: number): Promise<Mine> {
  return http.get(`/v1/materials/${materialId}/mine`)
}

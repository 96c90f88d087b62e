import { http } from '#platform/browser/client.ts'

/** What stands in a form about an own draft; `steps` says which fields the form has. */
export interface ListingWords {
  materialId: number
  version: number
  steps: string[]
  values: Record<string, string | string[]>
}

/** Stores what is typed so far, as far as it is valid. */
export async function storeListing({
  materialId,
  values,
  ...rest
}: ListingWords): Promise<{ version: number; problems: Record<string, string> }> {
  return http.post(`/v1/materials/${materialId}/draft`, { ...values, ...rest })
}

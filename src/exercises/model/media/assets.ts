/** Where a picture or a recording of a unit is shown from: whoever knows its hash may. */
export function assetAddress(asset: string): string {
  return `/api/v3/unit-assets?name=${asset.slice(asset.lastIndexOf('/') + 1)}`
}

/** Names of the pictures of units that some data show, each once, in their order. */
export function picturesNamed(data: unknown): string[] {
  return [...new Set(JSON.stringify(data ?? null).match(/unit\/[0-9a-f]{2}\/[0-9a-f]{64}\.webp/g) ?? [])]
}

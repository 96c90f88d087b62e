/** Where a picture or a recording of a unit is shown from: whoever knows its hash may. */
export function assetAddress(asset: string): string {
  return `/api/v3/unit-assets?name=${asset.slice(asset.lastIndexOf('/') + 1)}`
}

/** Whether anybody can open the page of a material: what is unlisted is found by its address alone. */
export function isPublic({ status }: { status: string }): boolean {
  return status === 'published' || status === 'unlisted'
}

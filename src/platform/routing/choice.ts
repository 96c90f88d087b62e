/**
 * The page a visitor wants to see at `/` the next time (specification 2, "saved redirect target"), as a cookie can hold it.
 * Written by the browser on the choice of a world, read by the front controller, which trusts nothing in it.
 */
export const choiceCookie = 'redirect_target'

/** `/de` as base64url: a cookie takes no slash everywhere. Paths of ours are ASCII. */
export function encodeChoice(path: string): string {
  return btoa(path).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** What `encodeChoice` made; undefined for anything else. It still has to be checked that it is a page of ours. */
export function decodeChoice(text: string): string | undefined {
  if (!/^[\w-]{1,300}$/.test(text)) return undefined
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return undefined
  }
}

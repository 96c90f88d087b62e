import type { ErrorCode } from '#platform/errors.ts'

/** What a page answers when it has nothing to show: the front controller reads `locals.stop` and shows the right error page. */
export function stop(locals: App.Locals, code: ErrorCode): Response {
  locals.stop = { code }
  return new Response(null, { status: 404, headers: { 'X-Astro-Reroute': 'no' } })
}

/** Awaits what a page needs. Astro swallows what a page throws; this way the front controller still learns of it. */
export async function load<T>(locals: App.Locals, needed: Promise<T>): Promise<T> {
  try {
    return await needed
  } catch (error) {
    locals.stop = { error }
    throw error
  }
}

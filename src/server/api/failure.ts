import { isProductError, ProductError } from '#shared/errors.ts'

/** Anything unknown is a server error; a database that is away is `unavailable`, with words of its own. */
export function toProductError(error: unknown): ProductError {
  if (isProductError(error)) return error
  return new ProductError(isDatabaseAway(error) ? 'unavailable' : 'server_error', { cause: error })
}

/** Connection refused, reset or lost, a statement that took too long (57014), server shutting down (57P0x), no resources (53xxx), or no free connection in time. */
function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '' } = error as { code?: string }
  if (/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|57014|57P0[123]|08\w{3}|53\w{3})$/.test(code)) return true
  return /Connection terminated|Query read timeout|timeout exceeded when trying to connect|connect ECONN/i.test(
    error.message,
  )
}

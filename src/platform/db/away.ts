/**
 * Whether an error says that the database is away: connection refused (a Unix socket is not there), reset or lost, a statement that took too long
 * (57014), server starting or shutting down (57P0x), no resources (53xxx), or no free connection in time.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '' } = error as { code?: string }
  if (/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|57014|57P0[123]|08\w{3}|53\w{3})$/.test(code)) return true
  return /Connection terminated|not queryable|Query read timeout|timeout exceeded when trying to connect|connect E(CONN|NOENT)/i.test(
    error.message,
  )
}

/** Whether a statement took too long (query_canceled), or a lock did (lock_not_available). */
export function isTimeout(error: unknown): boolean {
  const { code = '' } = (error ?? {}) as { code?: string }
  return code === '57014' || isLockTimeout(error)
}

/** Whether a lock was held by another transaction. */
export function isLockTimeout(error: unknown): boolean {
  return ((error ?? {}) as { code?: unknown }).code === '55P03'
}

import pino, { type DestinationStream, type Logger } from 'pino'

/**
 * The log of the product: JSON lines, without personal data. PostgreSQL names the values of a refused row in `detail` and
 * `where` ("Key (email)=(…) already exists"): those are left out, the constraint says enough.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: ['email', 'password', 'token', '*.email', '*.password', '*.token'],
    serializers: { err: describeError },
  }
  return destination ? pino(options, destination) : pino(options)
}

interface Described {
  type: string
  message: string
  code?: string
  constraint?: string
  stack?: string
  cause?: Described
}

function describeError(error: unknown): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { code, constraint } = error as { code?: string; constraint?: string }
  return {
    type: error.name,
    message: error.message,
    ...(code ? { code } : {}),
    ...(constraint ? { constraint } : {}),
    ...(error.stack ? { stack: error.stack } : {}),
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  }
}

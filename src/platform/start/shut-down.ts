import type { Logger } from 'pino'

interface Options {
  log: Pick<Logger, 'info' | 'fatal'>
  /** In this order, each when the one before is done. */
  steps: readonly (() => Promise<void>)[]
  exit: (code: number) => void
}

/** Ends the process in order, once: what goes wrong on the way out does not begin it again. */
export function createShutDown({ log, steps, exit }: Options): (reason: string, exitCode: number) => void {
  let isEnding = false

  async function run(exitCode: number): Promise<void> {
    try {
      for (const step of steps) await step()
      exit(exitCode)
    } catch (error) {
      log.fatal({ err: error }, 'did not shut down well')
      exit(1)
    }
  }

  return (reason, exitCode) => {
    if (isEnding) return
    isEnding = true
    log.info({ reason }, 'shutting down')
    void run(exitCode)
  }
}

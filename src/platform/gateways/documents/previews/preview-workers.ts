import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'

/** A child that draws, for one document at a time. */
export interface Worker {
  child: ChildProcess
  idle: NodeJS.Timeout | undefined
  /** Whether it has worked at another document before. */
  isWarm: boolean
}

/** Children that draw PDFs. */
export interface Workers {
  /** One that is warm, or a new one. */
  take(): Worker
  /** A new one. */
  start(): Worker
  /** It is kept warm for a while, unless it has ended. */
  giveBack(worker: Worker): void
  /** Ends all of them. */
  stop(): Promise<void>
}

/** glibc gives every thread that draws an arena of its own, and keeps what was freed in them: without these a child grows with each document. */
const smallMemory = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '73728',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/** @param idleMs milliseconds an unused child is kept warm */
export function createWorkers(idleMs: number): Workers {
  const idle: Worker[] = []
  const all = new Set<Worker>()

  function start(): Worker {
    const child = fork(new URL('../pdf/render-pdf.ts', import.meta.url), {
      execArgv: [
        '--max-old-space-size=256',
        '--max-semi-space-size=4',
        '--disable-warning=ExperimentalWarning',
      ],
      serialization: 'advanced',
      // It needs to find its packages and nothing else: no secrets of the product.
      env: { PATH: process.env.PATH, NODE_ENV: 'production', ...smallMemory },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const worker: Worker = { child, idle: undefined, isWarm: false }
    all.add(worker)
    giveWay(child.pid)
    child.unref()
    child.channel?.unref()
    child.once('exit', () => {
      all.delete(worker)
      leaveIdle(worker)
    })
    return worker
  }

  function leaveIdle(worker: Worker): void {
    const place = idle.indexOf(worker)
    if (place >= 0) idle.splice(place, 1)
  }

  return {
    start,
    take() {
      for (let warm = idle.pop(); warm !== undefined; warm = idle.pop()) {
        clearTimeout(warm.idle)
        // A worker that crashed: its exit event comes after the end of its channel.
        if (warm.child.connected) return warm
      }
      return start()
    },
    giveBack(worker) {
      if (!worker.child.connected || worker.child.killed) return
      worker.isWarm = true
      worker.idle = setTimeout(() => {
        // Its end is heard later, on a loaded machine much later: nobody may be given it meanwhile.
        leaveIdle(worker)
        worker.child.kill('SIGKILL')
      }, idleMs)
      worker.idle.unref()
      idle.push(worker)
    },
    async stop() {
      await Promise.all(
        [...all].map(({ child }) => {
          const ended = new Promise((resolve) => child.once('exit', resolve))
          child.kill('SIGKILL')
          return ended
        }),
      )
    },
  }
}

/** Drawing takes whole cores: those who read pages come first. */
function giveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, 5)
  } catch {
    // A system without priorities, or a child that is gone already.
  }
}

/** How a kind of job is worked on. */
export interface JobRules {
  /** Jobs of that name one process runs at the same time. */
  concurrency: number
  retryLimit: number
  /** Seconds before the first second try; doubled with each up to `retryDelayMax`. */
  retryDelay: number
  retryDelayMax: number
  /** Seconds after which a running job is handed to another worker. */
  expireInSeconds: number
  /**
   * So many are taken at a time and worked on side by side: for short jobs of which many come at once. They are given back
   * together, so a long one would keep the others.
   */
  batch?: number
  /** One job of an owner at a time: a large backlog never blocks other owners. */
  hasTurns?: true
  /** One waiting job per `onceKey`; every job of such a queue needs a key. */
  isOnce?: true
}

/** A kind of job: its name, its rules, and the type of what it carries. */
export interface JobType<D extends object = object> {
  name: string
  rules: JobRules
  /** Only for the types. */
  readonly carries?: D
}

const usual: JobRules = {
  concurrency: 1,
  retryLimit: 3,
  retryDelay: 60,
  retryDelayMax: 600,
  expireInSeconds: 300,
}

/** Declares a kind of job; senders import it, and the manifest binds it to its worker. */
export function job<D extends object>(name: string, rules: Partial<JobRules> = {}): JobType<D> {
  return { name, rules: { ...usual, ...rules } }
}

/** How often a job is tried in all. */
export function attemptsOf({ rules }: JobType): number {
  return rules.retryLimit + 1
}

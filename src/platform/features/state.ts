import type { CoreDeps, Deps } from '#platform/context/context.ts'

type StateName = Exclude<keyof Deps, keyof CoreDeps | 'log'>

/**
 * What a feature keeps in memory between requests: made once per process, in the order of src/features.ts, and found in
 * the context under its name. The feature adds its type to `Deps` beside the declaration.
 */
export interface StateType<N extends StateName = StateName> {
  name: N
  make: (deps: Deps) => Promise<Deps[N]> | Deps[N]
  /** Tags of events after which it is read again; so it is when notices may have been lost. */
  reloadOn?: readonly string[]
  reload?: (deps: Deps) => Promise<void>
  /** Notices of other processes and of this one (NOTIFY), by their channel. */
  hears?: Readonly<Record<string, (deps: Deps, payload: string) => void>>
  /** What it holds opens and ends by the clock: the tags of what does between two moments (the end included), and when next. */
  turns?: {
    next: (deps: Deps, after: Date) => Date | undefined
    tags: (deps: Deps, from: Date, to: Date) => readonly string[]
  }
  /** At the end of the process. */
  close?: (deps: Deps) => Promise<void>
}

/** Declares a feature's state. */
export function state<N extends StateName>(type: StateType<N>): StateType {
  return type
}

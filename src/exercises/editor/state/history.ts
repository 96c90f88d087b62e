import { applied, type Change, type Draft, elementsOf } from './draft.ts'

const longest = 100
/** After so long a time what is typed on is undone apart. */
const pauseMs = 2000

/** A draft with what it was before and what was taken back. */
export interface History {
  past: readonly Draft[]
  now: Draft
  future: readonly Draft[]
  /** What was changed last: letters typed into one field are one step. */
  last: string
  /** When that was. */
  at: number
}

export function begin(now: Draft): History {
  return { past: [], now, future: [], last: '', at: 0 }
}

/** After a change; typing on in the same field is no new step, until there is a pause. */
export function changed(history: History, change: Change, at: number = Date.now()): History {
  const now = applied(history.now, change)
  if (now === history.now) return history
  const last = fieldOf(history.now, change)
  const isSameStep = last !== '' && last === history.last && at - history.at < pauseMs
  const past = isSameStep ? history.past : [...history.past, history.now].slice(-longest)
  return { past, now, future: [], last, at }
}

/** Another draft in the place of this one, which undo brings back. */
export function replaced(history: History, now: Draft): History {
  return { past: [...history.past, history.now].slice(-longest), now, future: [], last: '', at: 0 }
}

export function undone(history: History): History {
  const before = history.past.at(-1)
  if (!before) return history
  const future = [history.now, ...history.future]
  return { past: history.past.slice(0, -1), now: before, future, last: '', at: 0 }
}

export function redone(history: History): History {
  const [after, ...future] = history.future
  if (!after) return history
  return { past: [...history.past, history.now], now: after, future, last: '', at: 0 }
}

/** The field somebody types into; empty: what is done is a step of its own. */
function fieldOf(before: Draft, change: Change): string {
  if (change.kind === 'head') return `head ${Object.keys(change.head).join(' ')}`
  if (change.kind === 'page') return `page ${change.id}`
  if (change.kind !== 'element') return ''
  const { f, ...others } = change.change
  const element = elementsOf(before).find(({ id }) => id === change.id)
  // All fields of its type come at once: those that differ are meant.
  const typed = Object.keys(f ?? {}).filter((name) => f?.[name] !== element?.f[name])
  return `element ${change.id} ${[...Object.keys(others), ...typed.map((name) => `f.${name}`)].join(' ')}`
}

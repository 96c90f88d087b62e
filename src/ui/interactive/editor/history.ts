import { applied, type Change, type Draft } from './draft.ts'

const longest = 100

/** A draft with what it was before and what was taken back. */
export interface History {
  past: readonly Draft[]
  now: Draft
  future: readonly Draft[]
  /** What was changed last: letters typed into one field are one step. */
  last: string
}

export function begin(now: Draft): History {
  return { past: [], now, future: [], last: '' }
}

/** After a change; typing on in the same field is no new step. */
export function changed(history: History, change: Change): History {
  const now = applied(history.now, change)
  if (now === history.now) return history
  const last = fieldOf(change)
  const isSameStep = last !== '' && last === history.last
  const past = isSameStep ? history.past : [...history.past, history.now].slice(-longest)
  return { past, now, future: [], last }
}

export function undone(history: History): History {
  const before = history.past.at(-1)
  if (!before) return history
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future], last: '' }
}

export function redone(history: History): History {
  const [after, ...future] = history.future
  if (!after) return history
  return { past: [...history.past, history.now], now: after, future, last: '' }
}

function fieldOf(change: Change): string {
  if (change.kind === 'head') return `head ${Object.keys(change.head).join(' ')}`
  if (change.kind === 'page') return `page ${change.id}`
  if (change.kind !== 'element') return ''
  const { f, ...others } = change.change
  // Which of its own fields is unknown here; a pause of the writer ends the step.
  return `element ${change.id} ${Object.keys(others).join(' ')}${f ? ' f' : ''}`
}

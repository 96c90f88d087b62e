/** What a thread says first: its modules are loaded, from now on its time is that of a task. */
export const apartReady = 'ready'

/** What a thread answers to a task (apart-thread.ts). */
export type ApartAnswer = { result: unknown } | { error: unknown }

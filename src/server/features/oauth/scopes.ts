/** Specification 4: `public` sees what everybody sees, `full` acts for a member. */
export type Scope = 'public' | 'full'

/** Whether every scope that is asked for (by blanks) can be had; nothing asked is fine. */
export function isGrantable(asked: string | undefined, most: Scope): boolean {
  const names = (asked ?? '').split(' ').filter(Boolean)
  return names.every((name) => name === 'public' || (name === 'full' && most === 'full'))
}

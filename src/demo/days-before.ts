const dayMs = 86_400_000

/** So many days before now. */
export function daysBefore(days: number): Date {
  return new Date(Date.now() - days * dayMs)
}

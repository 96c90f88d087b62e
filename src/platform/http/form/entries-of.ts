/** The fields of a value of unknown shape; none if it is not an object. */
export function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
}

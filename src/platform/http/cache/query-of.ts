/** What was read by a schema as the query it came as; what was not sent stays out. */
export function queryOf(input: Readonly<Record<string, string | undefined>>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(input).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

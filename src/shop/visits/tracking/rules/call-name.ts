/** A call without the ids in it: those may be a person's. */
export function callName(method: string, path: string): string {
  const known = path
    .split('?', 1)[0]
    ?.split('/')
    .map((part) => (/^(v\d|[a-z][a-z-]*)$/.test(part) || part === '' ? part : '{id}'))
    .join('/')
  return `${method} ${known ?? '/'}`.slice(0, 120)
}

/** What all positive shares of a choice come to; 1: everything. */
export function shared(options: readonly { weight: number }[]): number {
  return options.reduce((all, { weight }) => all + Math.max(0, weight), 0)
}

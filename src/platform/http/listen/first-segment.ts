/** 'files' of '/files/7?x=1'. */
export function firstSegment(target: string): string {
  const end = target.slice(1).search(/[/?#]/)
  return end < 0 ? target.slice(1) : target.slice(1, end + 1)
}

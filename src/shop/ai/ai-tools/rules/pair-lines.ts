import { UnfitInput } from './tool.ts'

/** "word = what it means", one on each line; also with a tab, a semicolon or a dash between. @throws UnfitInput */
export function pairsOf(lines: readonly string[], field: string): [string, string][] {
  const pairs = lines.map((line): [string, string] => {
    const [, first = '', second = ''] = /^(.+?)\s*(?:=|\t|;|\s[-–—:]\s|:\s)\s*(.+)$/u.exec(line) ?? []
    return [first.trim(), second.trim()]
  })
  if (pairs.some(([first, second]) => first === '' || second === '')) throw new UnfitInput(field, 'invalid')
  return pairs
}

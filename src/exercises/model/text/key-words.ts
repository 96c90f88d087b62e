/** Signs a key begins its statements with, and the words that stand for them. */
const words = { '✓': 'true', '✗': 'false' } as const

/**
 * A line of a key in words: "✓ Rome is a city." is "true: Rome is a city." Paper and files take no sign that a font may lack.
 * @param says `new-interactive:values.true` and `.false` in the language of whoever reads it
 */
export function keyLineInWords(line: string, says: Readonly<Record<string, string>>): string {
  return line.replace(/^[✓✗](?= )/, (sign) => `${says[words[sign as keyof typeof words]]}:`)
}

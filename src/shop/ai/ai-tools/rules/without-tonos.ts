/** Greek words in capitals carry no accents; those of other scripts stay as they are. */
export function withoutTonos(word: string): string {
  if (!/\p{Script=Greek}/u.test(word)) return word
  return word.normalize('NFD').replaceAll('\u0301', '').normalize('NFC')
}

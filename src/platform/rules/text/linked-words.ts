/** Words of a sentence that lead somewhere. */
export interface LinkedWords {
  words: string
  href: string
}

/** A sentence in pieces: what leads nowhere as a text alone. Words that are not in it are left out. */
export function linkedPieces(
  sentence: string,
  links: readonly LinkedWords[],
): { text: string; href?: string }[] {
  const [link, ...others] = links
  if (link === undefined) return sentence === '' ? [] : [{ text: sentence }]
  const at = sentence.indexOf(link.words)
  if (at < 0) return linkedPieces(sentence, others)
  return [
    ...linkedPieces(sentence.slice(0, at), others),
    { text: link.words, href: link.href },
    ...linkedPieces(sentence.slice(at + link.words.length), others),
  ]
}

/** Whether a text names an address of the web openly: with a scheme, or as www. */
export function hasLink(text: string): boolean {
  return /:\/\/|\bwww\./iu.test(text)
}

/**
 * A text in which mail programs find nothing to make a link of: a blank follows every full stop (in any of its forms)
 * that has a letter right behind it. "evil.com" becomes "evil. com", and "z.B." only gets its blank.
 */
export function withoutLinks(text: string): string {
  return text.replace(/(?<=[\p{L}\p{M}\p{N}-])([.。．｡])(?=[\p{L}\p{M}])/gu, '$1 ')
}

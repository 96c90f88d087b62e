/** What percent signs in an address stand for; the text itself where they stand for nothing. */
export function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

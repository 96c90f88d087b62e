import { interactiveLimits } from '../../../limits.ts'
import { truncate } from '../../../rules/truncate.ts'

/** Words of a text; those between asterisks are the right ones. Signs stay with their word. */
export function readMarked(typed: string) {
  return readMarkedBy(typed, /\*([^*\n]+)\*/g)
}

/** The same with other signs around the right ones, which `right` finds: what is between them is its first group. */
export function readMarkedBy(typed: string, right: RegExp) {
  const tokens = truncate(typed, interactiveLimits.textLength)
    .replace(right, (_whole, inner: string) => inner.replace(/\S+/g, '\ue001$&'))
    .match(/\n|[^\s]+/g)
  return {
    tokens: (tokens ?? []).map((token, at) => ({
      id: `w${at}`,
      text: token.replaceAll('\ue001', ''),
      isRight: token.includes('\ue001'),
    })),
  }
}

import { interactiveLimits } from '../../../limits.ts'

/** Words of a text; those between asterisks are the right ones. Signs stay with their word. */
export function readMarked(typed: string) {
  const tokens = typed
    .slice(0, interactiveLimits.textLength)
    .replace(/\*([^*\n]+)\*/g, (_whole, inner: string) => inner.replace(/\S+/g, '\ue001$&'))
    .match(/\n|[^\s]+/g)
  return {
    tokens: (tokens ?? []).map((token, at) => ({
      id: `w${at}`,
      text: token.replaceAll('\ue001', ''),
      isRight: token.includes('\ue001'),
    })),
  }
}

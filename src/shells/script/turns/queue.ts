/**
 * Who may speak to a visitor beside the page itself, the one with most to say first. The question for consent stands before all of
 * them and is no turn: while it is open, everybody else waits.
 */
export const speakers = ['language-hint', 'app-banner'] as const
export type Speaker = (typeof speakers)[number]

/**
 * Whose turn it is: of those with something to say on this page the first, and for the rest of the visit nobody but it.
 * `held` is who spoke before in this visit.
 */
export function nextSpeaker(due: ReadonlySet<Speaker>, held: string | undefined): Speaker | undefined {
  return speakers.find((each) => due.has(each) && (held === undefined || held === each))
}

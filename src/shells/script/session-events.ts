import { onPageEvent, type SlowRequest, type TermsQuestion } from '#platform/browser/session-events.ts'
import type { SessionEnd } from '#platform/rules/web/session.ts'

/**
 * What the transport and the session tell, each with what is seen of it. Tiny: what shows it is fetched when there is
 * something to show.
 */
export function showSessionEvents(): void {
  onPageEvent<SlowRequest>('slow-request', ({ over }) => show((notices) => notices.showSlow(over)))
  onPageEvent<undefined>('wrong-account', () => show((notices) => notices.showWrongAccount()))
  onPageEvent<SessionEnd>('session-ended', (end) => show((notices) => notices.showEnded(end)))
  onPageEvent<TermsQuestion>('terms-not-accepted', ({ isChange, respond }) => {
    respond(
      import('#shop/people/identity/ui/session/terms-dialog.ts').then(
        (dialog) => dialog.askForTerms(isChange),
        () => false,
      ),
    )
  })
}

/** Without network there is nothing to show it with, and the page goes on as it is. */
function show(run: (notices: typeof import('./session-notices.ts')) => void): void {
  import('./session-notices.ts').then(run, () => undefined)
}

import { inTime } from '#platform/browser/late-chunk.ts'
import { readStored, writeStored } from '#platform/browser/storage.ts'
import { isAllowed } from '#shop/visits/consent/browser/consent.ts'
import { askForConsent, mayAsk } from '#shop/visits/consent/ui/ask.ts'
import { isDismissed } from '../../header/choices.ts'
import { dueLanguageHint } from '../../header/language-choice.ts'
import { putAway } from '../../header/offers.ts'
import { nextSpeaker, type Speaker, speakers } from './queue.ts'

/** Of this page: there is more than one first thing to do. */
let isBegun = false

/** Ends with the tab, as the visit does. */
const key = 'turn'

/** What somebody has to say on this page: nothing, or how it is said. */
const voices: Readonly<Record<Speaker, () => (() => void) | undefined>> = {
  'language-hint': dueLanguageHint,
  'app-banner': () => {
    const banner = document.querySelector('[data-app-banner]')
    // It is in the page already: its turn is to stay.
    return banner && !isDismissed('app-banner') ? () => undefined : undefined
  },
}

/**
 * Decides who speaks to the visitor, once they have shown that they are there: first the question for consent, then at most one of all
 * others in a visit. Nobody meets anybody.
 */
export async function takeTurns(): Promise<void> {
  if (isBegun) return
  isBegun = true
  if (mayAsk()) {
    putAwayBanner()
    await askForConsent()
  }
  if (isAllowed('statistics'))
    inTime('tracking', import('#shop/visits/tracking/browser/tracking.ts')).then(
      ({ startTracking }) => startTracking(),
      () => undefined,
    )
  const said = new Map(speakers.flatMap((each) => withVoice(each, voices[each]())))
  const speaker = nextSpeaker(new Set(said.keys()), readStored(key, 'session'))
  if (speaker !== 'app-banner') putAwayBanner()
  if (speaker === undefined) return
  writeStored(key, speaker, 'session')
  said.get(speaker)?.()
}

function withVoice(speaker: Speaker, say: (() => void) | undefined): [Speaker, () => void][] {
  return say ? [[speaker, say]] : []
}

function putAwayBanner(): void {
  const banner = document.querySelector<HTMLElement>('[data-app-banner]')
  if (banner) putAway(banner)
}

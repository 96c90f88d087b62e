import { type FetchBoard, setUpDrawnAnswers } from './drawn-answers.ts'
import { wakeLines } from './pages.ts'
import { wakeReading } from './reading.ts'
import { type FetchTools, wakeWriting } from './writing.ts'

/** What only some tasks need, fetched where a page has one of them. */
export interface Fetch {
  board: FetchBoard
  tools: FetchTools
  /** The players of practice. */
  players: () => Promise<{ playTasks: (place: HTMLElement) => void }>
}

/** What tasks can do with a script; called again whenever they are new. */
export function enhanceTasks(work: HTMLElement, fetch: Fetch): void {
  setUpDrawnAnswers(work, fetch.board)
  wakeLines(work)
  wakeWriting(work, fetch.tools)
  void wakeReading(work)
  // Without a network the plain forms stay.
  if (work.querySelector('[data-player-texts]'))
    void fetch.players().then(
      ({ playTasks }) => playTasks(work),
      () => undefined,
    )
}

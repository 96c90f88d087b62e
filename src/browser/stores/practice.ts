import type { Answers } from '#shared/interactive/widget.ts'
import { createShelf } from '../device/shelf.ts'

/** Answers by element. */
export type AnswersByElement = Readonly<Record<string, Answers>>

/** What this browser keeps of an exercise somebody began. */
export interface KeptPractice<P> {
  /** Of another edition nothing is kept: its tasks may be others. */
  edition: string
  seed: string
  /** As they were shown: the same order after a reload, and there without a network. */
  pages: P
  answers: AnswersByElement
}

const shelf = createShelf('practice')

export async function keptPractice<P>(key: string): Promise<KeptPractice<P> | undefined> {
  return await shelf.read<KeptPractice<P>>(key)
}

export async function keepPractice<P>(key: string, practice: KeptPractice<P>): Promise<void> {
  await shelf.write(key, practice)
}

export async function forgetPractice(key: string): Promise<void> {
  await shelf.remove(key)
}

/** Whether what is kept outlives the page. */
export async function keepsPractice(): Promise<boolean> {
  return await shelf.isLasting()
}

/** What calls the API is as much script as the player's own: it comes with the first answer, not before it. */
const fetchCaller = () => import('../api/units.ts')

/** Fetches what checking needs, while there is a network. */
export function prepareChecks(): void {
  fetchCaller().catch(() => undefined)
}

/** What came of answers; `elements`: only those; `seed`: of the order in which pages are shown. @throws ProductError unavailable without a network, or what its script was fetched with */
export async function checkPractice<T>(
  key: string,
  answers: AnswersByElement,
  { elements, seed }: { elements?: readonly string[]; seed?: string } = {},
): Promise<T> {
  const { practise } = await fetchCaller()
  return await practise<T>(key, { answers, elements, seed })
}

/** Whether answers that were not checked may be later; what the server refused would be refused again. */
export function mayCheckLater(error: unknown): boolean {
  // By its name: the class would bring the caller of the API with it.
  const isRefused = error instanceof Error && error.name === 'ProductError' && 'code' in error
  return !isRefused || error.code === 'unavailable'
}

/** Has the service worker keep an exercise that was opened, so that it opens again without a network. */
export function keepForOffline(path: string): void {
  void globalThis.navigator?.serviceWorker?.ready
    .then(async ({ active }) => {
      active?.postMessage({ keep: path })
      await keepPictures()
    })
    .catch(() => undefined)
}

/** Of the page that is open, those nobody scrolled to yet, too; where `public/sw.js` looks for them. */
async function keepPictures(): Promise<void> {
  const shelf = await caches.open('exercises-1')
  const addresses = [...document.images].map(({ src }) => src).filter((src) => src.includes('/unit-assets?'))
  for (const address of new Set(addresses))
    if (!(await shelf.match(address))) await shelf.add(address).catch(() => undefined)
}

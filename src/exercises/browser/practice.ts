import { assetAddress, picturesNamed } from '#exercises/model/media/assets.ts'
import type { Answers } from '#exercises/model/task/widget.ts'
import { createBrowserStore } from '#platform/browser/browser-store.ts'

/** Answers by element. */
export type AnswersByElement = Readonly<Record<string, Answers>>

/** What this browser keeps of an exercise somebody began. */
export interface StoredPractice<P> {
  /** Of another edition nothing is kept: its tasks may be others. */
  edition: string
  seed: string
  /** As they were shown: the same order after a reload, and there without a network. */
  pages: P
  answers: AnswersByElement
}

const shelf = createBrowserStore('practice')

export async function storedPractice<P>(key: string): Promise<StoredPractice<P> | undefined> {
  return await shelf.read<StoredPractice<P>>(key)
}

export async function keepPractice<P>(key: string, practice: StoredPractice<P>): Promise<void> {
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
const fetchCaller = () => import('./units-api.ts')

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
    .then(({ active }) => active?.postMessage({ keep: path }))
    .catch(() => undefined)
}

/** Pictures of one exercise that are kept, and of all of them: those that were kept first go first. */
const most = { ofOne: 60, ofAll: 240 } as const

/**
 * Keeps pictures where `public/sw.js` looks for them: the one above the exercise, and those of its pages (any data that name
 * them), also of tasks nobody scrolled to yet. Where there is no service worker nothing would show them.
 */
export function keepPictures(pages: unknown): void {
  void globalThis.navigator?.serviceWorker?.ready.then(() => putPictures(pages)).catch(() => undefined)
}

async function putPictures(pages: unknown): Promise<void> {
  const shelf = await caches.open('exercises-1')
  const isPicture = (address: string) => address.includes('/unit-assets?')
  const shown = [...document.images].map(({ src }) => src).filter(isPicture)
  const named = picturesNamed(pages).map((asset) => new URL(assetAddress(asset), location.href).href)
  const addresses = [...new Set([...shown, ...named])].slice(0, most.ofOne)
  for (const address of addresses)
    if (!(await shelf.match(address))) await shelf.add(address).catch(() => undefined)
  const others = (await shelf.keys()).filter(({ url }) => isPicture(url) && !addresses.includes(url))
  const tooMany = Math.max(0, others.length + addresses.length - most.ofAll)
  for (const old of others.slice(0, tooMany)) await shelf.delete(old)
}

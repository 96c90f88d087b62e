import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $toasts, showToast } from '#platform/browser/toasts.ts'
import { showToasts } from './toast-region.ts'

/** As much of a page as the region touches. */
class Part {
  dataset = { unreached: '', retry: '', undo: '', show: '', close: '' }
  children: Part[] = []
  textContent = ''
  className = ''
  type = ''
  onclick: (() => void) | null = null
  parent: Part | undefined
  readonly heard = new Map<string, () => void>()
  append(child: Part): void {
    child.parent = this
    this.children.push(child)
  }
  remove(): void {
    if (this.parent) this.parent.children = this.parent.children.filter((each) => each !== this)
  }
  setAttribute(): void {}
  addEventListener(name: string, run: () => void): void {
    this.heard.set(name, run)
  }
}

const region = new Part()
const words = () => region.children.map(({ children: [text] }) => text?.textContent)

beforeEach(async () => {
  // The store is one for all tests of a process.
  $toasts.set([])
  vi.useFakeTimers()
  vi.stubGlobal('document', { createElement: () => new Part(), activeElement: null })
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')))
  await showToasts(region as unknown as HTMLElement)
})
afterEach(() => {
  $toasts.set([])
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('news of a success stand for 8 seconds, as long as nobody points at them; an error stays', async () => {
  showToast({ kind: 'info', text: 'Im Ordner „Für Montag“' }, 'folder')
  showToast({ kind: 'error', text: 'Nicht gespeichert' }, 'failure')
  await vi.advanceTimersByTimeAsync(7999)
  expect(words()).toEqual(['Im Ordner „Für Montag“', 'Nicht gespeichert'])
  await vi.advanceTimersByTimeAsync(1)
  expect(words()).toEqual(['Nicht gespeichert'])

  showToast({ kind: 'info', text: 'Noch einmal' }, 'folder')
  await vi.advanceTimersByTimeAsync(5000)
  region.heard.get('pointerenter')?.()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(words()).toEqual(['Nicht gespeichert', 'Noch einmal'])
  region.heard.get('pointerleave')?.()
  await vi.advanceTimersByTimeAsync(8000)
  expect(words()).toEqual(['Nicht gespeichert'])
})

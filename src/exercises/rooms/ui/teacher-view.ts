import { createRefresher } from '#kit/action/fresh-parts.ts'
import { classBar } from './outbox/class-bar.ts'
import { openRoomLine, type RoomMessage } from './outbox/room-socket.ts'
import { createAsking } from './parts.ts'

interface AnswerLine {
  participant: number
  element: string
  state: string
}
interface RosterLine {
  id: number
  name: string
  isKicked: boolean
  isHandUp: boolean
  isFinished: boolean
  atElement: string | null
}

const parts = ['controls', 'grid', 'pupils', 'results'] as const
const gatherMs = 700

/** The desk follows its room: cells change where they stand, the rest is fetched when more than that is new. */
export function watchRoom(): void {
  const desk = document.querySelector<HTMLElement>('[data-room-desk]')
  const code = desk?.dataset.roomDesk
  if (!desk || !code) return
  keepNamesHidden(desk)
  let heard = Number(desk.dataset.seq)
  const refreshSoon = createRefresher(parts, gatherMs)
  const isByStuck = new URLSearchParams(location.search).get('sort') === 'stuck'
  openRoomLine({
    code,
    world: desk.dataset.world ?? '',
    role: 'teacher',
    heard: () => heard,
    onMessage: hear,
    onLine: createAsking(refreshSoon),
  })

  function hear({ type, seq, answers, participants }: RoomMessage): void {
    if (type === 'welcome') return
    if (typeof seq === 'number') heard = seq
    if (type === 'progress_delta') for (const line of answers as AnswerLine[]) showAnswer(line)
    const unknown =
      type === 'roster' && (participants as RosterLine[]).filter((line) => !showPupil(line)).length > 0
    if (type === 'progress_delta' || type === 'roster') showBars()
    // Whoever answers goes down the list of those who wait.
    if (type === 'state' || unknown || (isByStuck && type === 'progress_delta')) refreshSoon()
  }
}

function showAnswer({ participant, element, state }: AnswerLine): void {
  const cell = document.querySelector<HTMLElement>(`[data-cell="${participant}:${CSS.escape(element)}"]`)
  if (cell) show(cell, state)
}

/** Whoever begins counts for every question. */
function showBars(): void {
  const rows = [...document.querySelectorAll('tr[data-pupil]')].map(statesIn)
  for (const [at, bar] of document.querySelectorAll<SVGElement>('[data-bar-of]').entries())
    showClass(bar, classBar(rows, at))
}

/** What a pupil has done, question by question. */
function statesIn(row: Element): (string | undefined)[] {
  return [...row.querySelectorAll<HTMLElement>('[data-cell]')].map(({ dataset }) => dataset.state)
}

/** How the class did with a question: the figure, and the bar. */
function showClass(bar: SVGElement, { parts, counts, total }: ReturnType<typeof classBar>): void {
  const right = bar.parentElement?.querySelector('[data-right]')
  if (right) right.textContent = `${counts.right}/${total}`
  bar.setAttribute('viewBox', `0 0 ${Math.max(1, total)} 1`)
  for (const { state, from, length } of parts) {
    const part = bar.querySelector(`[data-state="${state}"]`)
    part?.setAttribute('x', String(from))
    part?.setAttribute('width', String(length))
  }
  const words = bar.closest<HTMLElement>('[data-bar]')?.dataset.bar ?? ''
  const named: Readonly<Record<string, number>> = counts
  bar.setAttribute(
    'aria-label',
    words.replace(/\{(\w+)\}/g, (_all, key: string) => String(named[key] ?? 0)),
  )
}

/** @returns whether what changed could be shown where it stands */
function showPupil({ id, name, isKicked, isHandUp, isFinished, atElement }: RosterLine): boolean {
  const row = document.querySelector<HTMLElement>(`tr[data-pupil="${id}"]`)
  if (!row) return isKicked
  const hand = row.querySelector<HTMLElement>('[data-hand]')
  if (hand) hand.hidden = !isHandUp
  const done = row.querySelector<HTMLElement>('[data-done]')
  // Who handed in can be let work on: a button of the list below.
  const isMoved = done !== null && done.hidden === isFinished
  if (done) done.hidden = !isFinished
  const at = atElement && row.querySelector<HTMLElement>(`[data-cell="${id}:${CSS.escape(atElement)}"]`)
  if (at && at.dataset.state === 'empty') show(at, 'working')
  return !isKicked && !isMoved && row.querySelector('.room-grid__name')?.textContent === name
}

function show(cell: HTMLElement, state: string): void {
  const { words = '{}', symbols = '{}' } = cell.closest<HTMLElement>('[data-grid]')?.dataset ?? {}
  const link = cell.querySelector('a')
  const before = (JSON.parse(words) as Record<string, string>)[cell.dataset.state ?? ''] ?? ''
  cell.dataset.state = state
  if (!link) return
  link.textContent = (JSON.parse(symbols) as Record<string, string>)[state] ?? ''
  const word = (JSON.parse(words) as Record<string, string>)[state] ?? ''
  link.setAttribute('aria-label', (link.getAttribute('aria-label') ?? '').replace(before, word))
}

const key = 'room-names-hidden'

/**
 * Names stay hidden where their teacher hid them: when the table is fetched anew, and on every page of this window, since
 * what is on the wall of a class must not come back by itself.
 */
function keepNamesHidden(desk: HTMLElement): void {
  const show = () => {
    const box = desk.querySelector<HTMLInputElement>('#hide-names')
    if (box) box.checked = isHidden
  }
  let isHidden = restore()
  show()
  desk.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.id !== 'hide-names') return
    isHidden = target.checked
    keep(isHidden)
  })
  // Observers run before anything is painted.
  new MutationObserver(show).observe(desk, { childList: true, subtree: true })
}

function restore(): boolean {
  try {
    return sessionStorage.getItem(key) === '1'
  } catch {
    return false
  }
}

function keep(isHidden: boolean): void {
  try {
    if (isHidden) sessionStorage.setItem(key, '1')
    else sessionStorage.removeItem(key)
  } catch {
    // Without a storage it holds as long as the page.
  }
}

/** Whether a part is there and seen. */
export function isShown(part: HTMLElement | null | undefined): boolean {
  return part != null && !part.hidden
}

/** The form of the tasks; null: the page shows none. */
export function roomForm(): HTMLFormElement | null {
  return document.querySelector<HTMLFormElement>('[data-room-form]')
}

/** Says beside the form how it stands with the answers. */
export function say(
  what: 'saved' | 'waiting' | 'refused' | 'late' | 'required' | 'handing' | 'opened',
): void {
  const status = document.querySelector<HTMLElement>('[data-room-saved]')
  if (status) status.textContent = status.dataset[what] ?? ''
}

/** What a page shows of its room: its name, and whether it was handed in. */
export function shownIn(place: HTMLElement): DOMStringMap {
  return place.querySelector<HTMLElement>('[data-room-view]')?.dataset ?? {}
}

/** Which step a page shows, by the name of what it shows: `running-2-...`. */
export function stepOf(view: string): string | undefined {
  return view.split('-')[1]
}

/** What the device keeps for the page; undefined: nothing. */
export function storage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

/** Tells whether a task says something: by what stands in the form, and by what arrived of it already. */
export function answeredIn(own: HTMLFormElement, inForm: readonly string[]): (element: string) => boolean {
  const said = new Set(inForm)
  return (element) => {
    const task = own.querySelector<HTMLFieldSetElement>(`[data-element="${CSS.escape(element)}"]`)
    // Files and closed tasks are not sent with the form: the page says whether they are answered.
    const isElsewhere = task?.disabled === true || task?.querySelector('input[type="file"]')
    return said.has(element) || (Boolean(isElsewhere) && task?.dataset.answered === 'true')
  }
}

/** Whether a change says all there is to say: one of several was picked. */
export function isTap(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'radio'
}

/** What is told of an answer that was taken or refused: `elsewhere` is a task that was shown or left meanwhile. */
export function wordFor(refused: unknown): 'saved' | 'late' | 'refused' {
  if (refused === undefined || refused === 'tried') return 'saved'
  return refused === 'late' || refused === 'elsewhere' ? 'late' : 'refused'
}

/** What the fields of an element say: `a.<element>.<name>`, or `a.<element>.<name>.<option>` for a tick. */
export function responseOf(own: HTMLFormElement | null, element: string): Record<string, string[]> {
  const response: Record<string, string[]> = {}
  for (const [field, value] of own ? new FormData(own) : []) {
    const [prefix, id, name = '', option] = field.split('.')
    if (prefix !== 'a' || id !== element || typeof value !== 'string' || value === '') continue
    response[name] = [...(response[name] ?? []), option ?? value]
  }
  return response
}

/** That the page was left, told without a line: by a request that outlives the page. */
export function tellAway(): void {
  const body = new URLSearchParams({ intent: 'signal-room', isAway: '1' })
  void fetch(location.pathname, { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => {})
}

/** Contract 5: where somebody works is said once in two seconds at most; an answer that follows says it, too. */
const progressMs = 2_000

/** Tells where somebody works, as often as that may be. */
export function createPlaceTeller(
  send: (message: Readonly<Record<string, string>>) => boolean,
): (element: string) => void {
  let sentAt = Number.NEGATIVE_INFINITY
  return (element) => {
    if (performance.now() - sentAt < progressMs) return
    if (send({ type: 'progress', element_id: element, state: 'typing' })) sentAt = performance.now()
  }
}

/** Elements that can be changed and say something. */
export function answered(own: HTMLFormElement): string[] {
  return [...own.querySelectorAll<HTMLFieldSetElement>('fieldset[data-element]:not(:disabled)')]
    .map(({ dataset }) => dataset.element ?? '')
    .filter((element) => Object.keys(responseOf(own, element)).length > 0)
}

/** Controls of tasks that say something else than the page did when it came. */
export function touchedIn(work: HTMLElement): HTMLElement[] {
  return [...work.querySelectorAll<Control>('input[name], textarea[name], select[name]')].filter(
    (control) => control.closest('[data-element]') !== null && isTouched(control),
  )
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function isTouched(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options]
    const first = options.findIndex(({ defaultSelected }) => defaultSelected)
    return control.selectedIndex !== Math.max(0, first)
  }
  const isTicked = control.type === 'radio' || control.type === 'checkbox'
  if (isTicked && control instanceof HTMLInputElement) return control.checked && !control.defaultChecked
  return control.value !== control.defaultValue
}

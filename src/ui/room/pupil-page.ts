/** Whether a part is there and seen. */
export function isShown(part: HTMLElement | null | undefined): boolean {
  return part != null && !part.hidden
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
    // A file arrives by itself; what is closed says what arrived.
    const isElsewhere = task?.disabled === true || task?.querySelector('input[type="file"]')
    return said.has(element) || (Boolean(isElsewhere) && task?.dataset.answered === 'true')
  }
}

/** What is told of an answer that was taken or refused. */
export function wordFor(refused: unknown): 'saved' | 'late' | 'refused' {
  if (refused === undefined || refused === 'elsewhere' || refused === 'tried') return 'saved'
  return refused === 'late' ? 'late' : 'refused'
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

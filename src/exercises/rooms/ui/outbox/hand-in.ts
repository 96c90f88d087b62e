/** Numbers of the tasks nothing is said to yet, in their order. */
export function openTasks(form: ParentNode, isAnswered: (element: string) => boolean): string[] {
  return [...form.querySelectorAll<HTMLElement>('[data-task]')].flatMap(({ dataset }) =>
    isAnswered(dataset.element ?? '') ? [] : [dataset.task ?? ''],
  )
}

/** Names the tasks nobody hands in without; undefined: none of them is open. */
export function nameRequired(
  form: ParentNode,
  isAnswered: (element: string) => boolean,
): HTMLElement | undefined {
  const line = form.querySelector<HTMLElement>('[data-room-required]')
  if (!line) return undefined
  const numbers = [...form.querySelectorAll<HTMLElement>('[data-required="true"]')].flatMap(({ dataset }) =>
    isAnswered(dataset.element ?? '') ? [] : [dataset.task ?? ''],
  )
  const list = new Intl.ListFormat(document.documentElement.lang, { type: 'conjunction' }).format(numbers)
  const text = numbers.length === 0 ? '' : (line.dataset.words ?? '').replace('{tasks}', list)
  line.hidden = numbers.length === 0
  if (line.textContent !== text) line.textContent = text
  return numbers.length === 0 ? undefined : line
}

/** Names what is left open beside the button that hands in. */
export function nameOpen(form: ParentNode, isAnswered: (element: string) => boolean): void {
  const line = form.querySelector<HTMLElement>('[data-room-open]')
  if (!line) return
  const numbers = openTasks(form, isAnswered)
  const list = new Intl.ListFormat(document.documentElement.lang, { type: 'conjunction' }).format(numbers)
  const { open = '', none = '' } = line.dataset
  const text = numbers.length === 0 ? none : open.replace('{tasks}', list)
  if (line.textContent !== text) line.textContent = text
}

/** That a pupil wants to hand in, until it has happened. */
export type Wish = ReturnType<typeof createWish>

/** A wish that outlives a reload, as the answers do that wait. */
export function createWish(
  key: string,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined,
) {
  let isWished = false
  try {
    isWished = storage?.getItem(key) === '1'
  } catch {
    // A closed storage: the wish lives as long as the page.
  }
  return {
    isWished: () => isWished,
    set(wished: boolean): void {
      isWished = wished
      try {
        if (wished) storage?.setItem(key, '1')
        else storage?.removeItem(key)
      } catch {
        // As above.
      }
    },
  }
}

/**
 * The fields of a form as they are posted, with the answers that wait in the place of what the page shows: after a reload it
 * shows what had arrived.
 */
export function postedFields(
  fields: Iterable<[string, FormDataEntryValue]>,
  waiting: readonly { element_id: string; response: Readonly<Record<string, readonly string[]>> }[],
): URLSearchParams {
  const posted = new URLSearchParams()
  for (const [name, value] of fields)
    if (typeof value === 'string' && !waiting.some(({ element_id: id }) => name.startsWith(`a.${id}.`)))
      posted.append(name, value)
  for (const { element_id: id, response } of waiting)
    for (const [name, values] of Object.entries(response)) {
      const [value = ''] = values
      if (values.length === 1) posted.append(`a.${id}.${name}`, value)
      else for (const option of values) posted.append(`a.${id}.${name}.${option}`, 'on')
    }
  return posted
}

/** Nothing is changed any more while it is on its way. */
export function lockTasks(own: HTMLFormElement | null): void {
  for (const part of own?.querySelectorAll<HTMLFieldSetElement | HTMLButtonElement>(
    'fieldset[data-element], .actions button, [name="isFinished"]',
  ) ?? [])
    part.disabled = true
}

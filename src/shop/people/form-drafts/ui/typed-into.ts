type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What decides which words count stays with them: whoever changed the same thing elsewhere is told at sending. */
const carried = new Set(['version', 'uploads'])
const never = new Set(['file', 'password', 'submit', 'button', 'reset', 'image'])

/** What stands in the controls of a form, by their names; a name none of whose boxes is ticked has an empty list. */
export function typedInto(form: HTMLFormElement): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const control of controlsOf(form)) {
    fields[control.name] ??= []
    if (isBox(control) && !control.checked) continue
    fields[control.name]?.push(control.value)
  }
  return fields
}

/** Puts words back into the controls they were typed into; what is typed since stays where a name is unknown. */
export function fillIn(form: HTMLFormElement, fields: Readonly<Record<string, readonly string[]>>): void {
  const places = new Map<string, number>()
  for (const control of controlsOf(form)) {
    const values = fields[control.name]
    if (values === undefined) continue
    const before = isBox(control) ? control.checked : control.value
    if (isBox(control)) control.checked = values.includes(control.value)
    else {
      const at = places.get(control.name) ?? 0
      places.set(control.name, at + 1)
      control.value = values[at] ?? control.value
    }
    const after = isBox(control) ? control.checked : control.value
    if (before !== after) control.dispatchEvent(new Event('change', { bubbles: true }))
  }
  form.dispatchEvent(new CustomEvent('aularium:filled'))
}

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control =>
      (element instanceof HTMLInputElement ||
        element instanceof HTMLTextAreaElement ||
        element instanceof HTMLSelectElement) &&
      element.name !== '' &&
      !never.has(element.type) &&
      // Also while it is shown.
      !/password$/.test(element.autocomplete) &&
      (element.type !== 'hidden' || carried.has(element.name)),
  )
}

function isBox(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox' || control.type === 'radio'
}

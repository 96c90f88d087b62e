/**
 * Posts the form of a pressed button as if there were no script. `form.submit()` fires no event that could come back
 * to the caller, and leaves the button out: its value goes along as a hidden field.
 */
export function postNatively(button: HTMLButtonElement): void {
  const { form } = button
  if (!form) return
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = button.name
  field.value = button.value
  form.append(field)
  form.submit()
}

/**
 * Posts a form as if there were no script. `form.submit()` fires no event that could come back to the caller, and leaves
 * the pressed button out: its value goes along as a hidden field.
 */
export function postNatively(form: HTMLFormElement, button: HTMLElement | null): void {
  if (button instanceof HTMLButtonElement && button.name !== '') {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = button.name
    field.value = button.value
    form.append(field)
  }
  // A control may be named "submit".
  HTMLFormElement.prototype.submit.call(form)
}

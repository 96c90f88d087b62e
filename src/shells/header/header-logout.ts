import { withoutCode } from '../script/without-code.ts'

/**
 * `<form method="post" data-logout="/de">`: logs out here and in the other tabs; the address is where to go then.
 * `data-everywhere`: on all devices.
 */
export function delegateLogout(): void {
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return
    const next = form.dataset.logout
    if (next === undefined) return
    event.preventDefault()
    leave(form, submitter, next)
  })
}

function leave(form: HTMLFormElement, submitter: HTMLElement | null, next: string): void {
  void import('#kit/visitor/personal.ts').then(
    (personal) => personal.leave(next, form.dataset.everywhere !== undefined),
    () => withoutCode(form, submitter, () => leave(form, submitter, next)),
  )
}

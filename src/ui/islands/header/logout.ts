import { postNatively } from '../native-post.ts'

/** `<form method="post" data-logout="/de">`: logs out here and in the other tabs; the address is where to go then. */
export function delegateLogout(): void {
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || !(submitter instanceof HTMLButtonElement)) return
    const next = form.dataset.logout
    if (next === undefined || event.defaultPrevented) return
    event.preventDefault()
    void import('../personal.ts').then(
      (personal) => personal.leave(next),
      () => postNatively(submitter),
    )
  })
}

import { withoutCode } from './without-code.ts'

const forms = 'form[data-add-to-cart]'
/** So long a press waits for the island of its button before a toast speaks for it. */
const wakeMs = 3000

/**
 * "Add to cart" by one listener for the whole page: `<form data-add-to-cart method="post">` with `materialId` and perhaps
 * `licence`. Before everybody else (capture), so that it is the same press with the same answer however long it took and
 * whether or not the button's island was awake: one request, no change of page.
 */
export function delegateAddToCart(): void {
  document.addEventListener('submit', handleSubmit, true)
  document.addEventListener('pointerover', prefetch, { passive: true })
  document.addEventListener('focusin', prefetch)
}

function prefetch(event: Event): void {
  if (!(event.target instanceof Element && event.target.closest(forms))) return
  document.removeEventListener('pointerover', prefetch)
  document.removeEventListener('focusin', prefetch)
  void import('#kit/visitor/personal.ts').catch(() => undefined)
}

function handleSubmit(event: SubmitEvent): void {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement) || !form.matches(forms)) return
  event.preventDefault()
  add(form, submitter)
}

function add(form: HTMLFormElement, submitter: HTMLElement | null): void {
  const data = new FormData(form)
  if (submitter instanceof HTMLButtonElement) data.append(submitter.name, submitter.value)
  const wish = { materialId: Number(data.get('materialId')), licence: data.get('licence')?.toString() }
  void import('#kit/visitor/personal.ts').then(
    (personal) => personal.putIntoCart(wish, isAwake(form)),
    () => withoutCode(form, submitter, () => add(form, submitter)),
  )
}

/** Whether the island shows the result itself: it is hydrated, or will be in a moment. */
async function isAwake(form: HTMLFormElement): Promise<boolean> {
  const island = form.closest('astro-island')
  if (!island) return false
  if (!island.hasAttribute('ssr')) return true
  return await new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), wakeMs)
    island.addEventListener(
      'astro:hydrate',
      () => {
        clearTimeout(timer)
        resolve(true)
      },
      { once: true },
    )
  })
}

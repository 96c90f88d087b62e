import { type PlacedOrder, placeOrder } from '../../browser/orders.ts'
import { loadPayScript, type PayParty } from './pay-script.ts'

/** The fields as they stand on the page now: a form that was refused brings new ones. */
interface Shown {
  root: HTMLElement
  party: PayParty
  elements: ReturnType<PayParty['elements']>
}

let shown: Shown | undefined
let isPaying = false

/**
 * The provider's own fields on the payment page. Whoever cannot load them, and whoever's order is refused, goes the way of
 * the form: it shows what is wrong, and leads to the provider's page.
 */
export function wakePayFields(): void {
  void showFields()
  document.addEventListener('aularium:replaced', () => void showFields())
  // Before the script of every page, which sends forms.
  document.addEventListener('submit', handleSubmit, { capture: true })
}

async function showFields(): Promise<void> {
  const root = document.querySelector<HTMLElement>('[data-pay-fields]')
  if (root === shown?.root) return
  shown = undefined
  const place = root?.querySelector<HTMLElement>('[data-pay-mount]')
  if (!root || !place) return
  const { key = '', source = '', amount, currency = '', locale = '' } = root.dataset
  const start = await loadPayScript(source).catch(() => undefined)
  if (!start || !root.isConnected) return
  const party = start(key, { locale })
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'stripe'
  const elements = party.elements({
    ...{ mode: 'payment', amount: Number(amount), currency, locale },
    appearance: { theme, variables: { borderRadius: '4px', fontSizeBase: '16px' } },
  })
  const element = elements.create('payment')
  element.on('ready', () => {
    shown = { root, party, elements }
  })
  element.on('loaderror', () => {
    root.hidden = true
  })
  root.hidden = false
  element.mount(place)
}

function handleSubmit(event: SubmitEvent): void {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement) || !(submitter instanceof HTMLButtonElement)) return
  if (submitter.value !== 'pay' || !shown || !form.contains(shown.root)) return
  if (new FormData(form).get('method') === 'invoice' || submitter.dataset.plain !== undefined) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (isPaying || !isAgreed(form)) return
  isPaying = true
  const rest = showBusy(submitter)
  void pay(form, submitter, shown).finally(() => {
    isPaying = false
    rest()
  })
}

/** Said by the browser beside the box: an answer of the server would bring empty fields. */
function isAgreed(form: HTMLFormElement): boolean {
  for (const box of form.querySelectorAll<HTMLInputElement>('input[name^="consent"]')) box.required = true
  return form.reportValidity()
}

async function pay(form: HTMLFormElement, submitter: HTMLElement, fields: Shown): Promise<void> {
  const { root, party, elements } = fields
  const problem = root.querySelector<HTMLElement>('[data-pay-problem]')
  const say = (text = '') => {
    if (!problem) return
    problem.textContent = text
    if (text) problem.scrollIntoView({ block: 'center' })
  }
  say()
  const checked = await elements.submit()
  if (checked.error) return say(checked.error.message)
  const order = await orderOf(form)
  if (!order) return goByForm(form, submitter)
  const { clientSecret, redirectUrl } = order
  if (clientSecret === undefined) return location.assign(redirectUrl)
  const confirmParams = { return_url: redirectUrl }
  const { error } = await party.confirmPayment({ elements, clientSecret, confirmParams })
  // Where it worked, the party has led on already.
  if (error) say(error.message ?? root.dataset.failed)
}

/** Undefined when the order was refused, or nobody was reached. */
async function orderOf(form: HTMLFormElement): Promise<PlacedOrder | undefined> {
  const { expectedTotal, expectedCredits, consentImmediate, consentWaiver, ...typed } = Object.fromEntries(
    new FormData(form),
  )
  try {
    return await placeOrder({
      ...typed,
      ...{ expectedTotal: Number(expectedTotal), expectedCredits: Number(expectedCredits) },
      consentImmediate: consentImmediate !== undefined,
      consentWaiver: consentWaiver !== undefined,
      surface: 'fields',
    })
  } catch {
    return undefined
  }
}

function goByForm(form: HTMLFormElement, submitter: HTMLElement): void {
  submitter.dataset.plain = ''
  form.requestSubmit(submitter)
  delete submitter.dataset.plain
}

/** Says that the press counted. Not `disabled`: that would throw the keyboard's focus away. */
function showBusy(submitter: HTMLElement): () => void {
  const before = submitter.textContent
  submitter.setAttribute('aria-disabled', 'true')
  if (submitter.dataset.busy) submitter.textContent = submitter.dataset.busy
  return () => {
    submitter.removeAttribute('aria-disabled')
    submitter.textContent = before
  }
}

/** What is used of Stripe.js; its own package would only load the same script. */
export interface PayParty {
  elements: (options: Readonly<Record<string, unknown>>) => PayElements
  confirmPayment: (input: {
    elements: PayElements
    clientSecret: string
    confirmParams: { return_url: string }
  }) => Promise<Failed>
}

interface PayElements {
  create: (kind: 'payment') => {
    mount: (place: HTMLElement) => void
    on: (event: 'ready' | 'loaderror', handler: () => void) => void
  }
  submit: () => Promise<Failed>
}

interface Failed {
  error?: { message?: string }
}

type Start = (key: string, options: { locale: string }) => PayParty

/** Loads the party's script once, from its own address, as it demands: it changes whenever it likes, so it has no hash. */
export function loadPayScript(source: string): Promise<Start> {
  const started = startOf()
  if (started) return Promise.resolve(started)
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = source
    script.addEventListener('load', () => {
      const start = startOf()
      if (start) resolve(start)
      else reject(new Error('The script of the fields brought nothing'))
    })
    script.addEventListener('error', () => reject(new Error('The script of the fields did not come')))
    document.head.append(script)
  })
}

function startOf(): Start | undefined {
  return (window as { Stripe?: Start }).Stripe
}

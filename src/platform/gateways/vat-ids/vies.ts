import { z } from 'zod'
import type { VatIdRegister } from './vat-id-register.ts'

/** A buyer waits for it. */
const patienceMs = 2500

const answerSchema = z.object({
  isValid: z.boolean(),
  /** VALID, INVALID, or why there is no answer (MS_UNAVAILABLE, TIMEOUT ...). */
  userError: z.string().optional(),
  name: z.string().nullish(),
  requestIdentifier: z.string().nullish(),
})

/** The Commission's register (REST: GET /ms/{country}/vat/{number}); with a number of our own it gives a proof. */
export function createVies({ url, requester }: { url: string; requester: string | null }): VatIdRegister {
  return {
    async ask(vatId) {
      const [country, number] = [vatId.slice(0, 2), vatId.slice(2)]
      const address = new URL(`${url.replace(/\/$/, '')}/ms/${country}/vat/${encodeURIComponent(number)}`)
      if (requester !== null) {
        address.searchParams.set('requesterMemberStateCode', requester.slice(0, 2))
        address.searchParams.set('requesterNumber', requester.slice(2))
      }
      const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(patienceMs) })
        .then(async (response) => (response.ok ? answerSchema.parse(await response.json()) : undefined))
        .catch(() => undefined)
      if (answer === undefined || !isFinal(answer)) return undefined
      const { isValid, name, requestIdentifier } = answer
      return { isValid, name: textOf(name), proof: textOf(requestIdentifier) }
    },
  }
}

/** A country that is away says "not valid", too, with another reason. */
function isFinal({ isValid, userError }: z.output<typeof answerSchema>): boolean {
  return isValid || userError === undefined || userError === 'INVALID'
}

/** `---` stands for what a country does not tell. */
function textOf(text: string | null | undefined): string | null {
  return text && !/^-+$/.test(text) ? text.slice(0, 200) : null
}

/** What the events of the session carry, from the transport to whoever shows it. */

/** A request that has been under way for 3 s (specification 9). */
export interface SlowRequest {
  method: string
  path: string
  /** Settles when the request ends. */
  over: Promise<void>
}

/** Asks to accept the terms in force; the listener answers whether they were accepted. */
export interface TermsQuestion {
  /** The visitor wanted to change something; else only something was to be read. */
  isChange: boolean
  respond: (answer: Promise<boolean>) => void
}

/** Hears an event of the page's own code (`aularium:<name>` on `document`). */
export function onPageEvent<T>(name: string, hear: (detail: T) => void): void {
  document.addEventListener(`aularium:${name}`, (event) => hear((event as CustomEvent<T>).detail))
}

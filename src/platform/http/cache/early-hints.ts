import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'

export interface EarlyHints {
  /** Remembers what a page of this kind asked for first. */
  note(kind: string, links: readonly string[]): void
  /** What every page of the kind needs, for one that was never made: its styles and fonts. */
  of(kind: string): readonly string[]
  /** A 103 with the links that may stand in one. Never throws: a page is worth more than its hints. */
  send(request: IncomingMessage, response: ServerResponse, links: readonly string[]): void
}

/** What Node takes as a Link of a 103: nothing quoted holds a blank or a semicolon, so no list of picture sources. */
const hintable = /^<[^>\s]+>(?:; ?[\w-]+(?:=(?:"[^";\s]*"|[^";\s]+))?)*$/

/** The links that Node will send as a 103. */
export function hintableLinks(links: readonly string[]): string[] {
  return links.filter((link) => hintable.test(link))
}

/**
 * Hints of one process. There are as many kinds as routes and languages; what goes wrong is logged the first time only.
 */
export function createEarlyHints(log: Pick<Logger, 'warn'>): EarlyHints {
  let hasFailed = false
  const sharedOf = new Map<string, readonly string[]>()
  return {
    note(kind, links) {
      const shared = links.filter((link) => /as=(?:font|style)/.test(link))
      if (!sharedOf.has(kind)) sharedOf.set(kind, shared)
    },
    of: (kind) => sharedOf.get(kind) ?? [],
    send(request, response, links) {
      // Other clients than a browser that navigates may not expect two answers.
      if (request.headers['sec-fetch-mode'] !== 'navigate' || request.httpVersion !== '1.1') return
      const link = hintableLinks(links)
      if (link.length === 0) return
      try {
        response.writeEarlyHints({ link })
      } catch (error) {
        if (!hasFailed) log.warn({ err: error }, 'early hints failed')
        hasFailed = true
      }
    },
  }
}

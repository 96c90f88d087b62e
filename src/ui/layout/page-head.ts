import type { SSRResult } from 'astro'
import { createComponent, markHTMLString, renderTemplate } from 'astro/runtime/server/index.js'
import { permissionsPolicy } from '#shared/rules/permissions-policy.ts'
import layers from '../styles/layers.css?raw'
import { contentPolicy, type GuestOrigins } from './content-policy.ts'

/**
 * The first styles of a document: the order of the layers, so that the order of the bundles does not count. It knows what
 * Astro is going to write:
 * - the policy allows exactly the style elements of this page. Astro's own policy (`security.csp`) names those of every
 *   page, and hashes them again at each request;
 * - what wakes islands stands in the script of every page (page.ts), which browsers keep, so Astro need not write
 *   the same 5 kB and a style element (invalid in a body) beside the first island of each page.
 */
export function pageHead(
  headers: Headers,
  { formOrigin, guests }: { formOrigin?: string | undefined; guests?: GuestOrigins | undefined },
) {
  return createComponent((result: SSRResult) => {
    const styles = [...result.styles].flatMap(({ props, children }) =>
      props.rel === 'stylesheet' ? [] : [children],
    )
    // Vite's client writes styles and sockets of its own.
    if (import.meta.env.PROD)
      headers.set(
        'Content-Security-Policy',
        contentPolicy({
          styles: [layers, ...styles],
          ...(formOrigin && { formOrigin }),
          guests,
        }),
      )
    // Wallets of the device are asked by the frames of the party that is paid.
    if (guests) headers.set('Permissions-Policy', permissionsPolicy({ payment: guests.scripts }))
    result._metadata.hasHydrationScript = true
    result._metadata.hasDirectives.add('intent')
    return renderTemplate`<style>${markHTMLString(layers)}</style>`
  })
}

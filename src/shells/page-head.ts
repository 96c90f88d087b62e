import type { SSRResult } from 'astro'
import { createComponent, markHTMLString, renderTemplate } from 'astro/runtime/server/index.js'
import { styleLink } from '#kit/action/early-links.ts'
import layers from '#kit/styles/layers.css?raw'
import { permissionsPolicy } from '#platform/rules/web/permissions-policy.ts'
import { contentPolicy, type GuestOrigins } from './content-policy.ts'

/**
 * The first styles of a document: the order of the layers, so that the order of the sheets does not count. It knows what
 * Astro is going to write:
 * - the sheets, which become early hints;
 * - what wakes islands stands in the script of every page (page.ts), which browsers keep, so Astro need not write
 *   the same 5 kB and a style element (invalid in a body) beside the first island of each page.
 */
export function pageHead(
  headers: Headers,
  {
    formOrigin,
    guests,
    links,
  }: { formOrigin?: string | undefined; guests?: GuestOrigins | undefined; links?: string[] | undefined },
) {
  return createComponent((result: SSRResult) => {
    // Vite's client writes styles and sockets of its own.
    if (import.meta.env.PROD) {
      links?.push(...[...result.styles].map(({ props }) => styleLink(String(props.href))))
      headers.set(
        'Content-Security-Policy',
        contentPolicy({
          styles: [layers],
          ...(formOrigin && { formOrigin }),
          guests,
        }),
      )
    }
    // Wallets of the device are asked by the frames of the party that is paid.
    if (guests) headers.set('Permissions-Policy', permissionsPolicy({ payment: guests.scripts }))
    result._metadata.hasHydrationScript = true
    result._metadata.hasDirectives.add('intent')
    return renderTemplate`<style>${markHTMLString(layers)}</style>`
  })
}

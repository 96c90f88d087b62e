/** What PageScripts.astro tells about the page; absent in pages that are not ours (an error page of a proxy). */
function dataset(): DOMStringMap {
  return document.querySelector<HTMLElement>('[data-world]')?.dataset ?? {}
}

/** The world of the open page; the first part of the address where the page does not say. */
export function pageWorld(): string {
  return dataset().world ?? /^\/([a-z]{2})(?:\/|$)/.exec(location.pathname)?.[1] ?? 'de'
}

/** Whether the page's route has a trait of platform/routing/routes.ts. */
export function pageHasTrait(trait: string): boolean {
  return (dataset().traits ?? '').split(' ').includes(trait)
}

/** Whether the end of a session concerns the page (specification 2): others go on without a word. */
export function isSessionChecked(): boolean {
  return !pageHasTrait('no-session-check')
}

/** Where a login may lead back to: this page, unless its address holds a secret, which belongs into no other address. */
export function pageTarget(): string | undefined {
  return pageHasTrait('token') ? undefined : location.pathname + location.search
}

/** Who may open the page's route; a page that does not say is for everybody. */
export function pageAccess(): string {
  return dataset().access ?? 'public'
}

/** Whether the page runs as an app that was installed from the browser (specification 4 "mobile app"). */
export function isInApp(): boolean {
  return matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches
}

/** The world of the open page: `<html data-world>`, or the first part of the address, or the default world. */
export function pageWorld(): string {
  const named = document.documentElement.dataset.world
  if (named) return named
  return /^\/([a-z]{2})(?:\/|$)/.exec(location.pathname)?.[1] ?? 'de'
}

/** Whether the page's route has a trait: `<html data-traits="app-banner no-favorites">`. */
export function pageHasTrait(trait: string): boolean {
  return (document.documentElement.dataset.traits ?? '').split(' ').includes(trait)
}

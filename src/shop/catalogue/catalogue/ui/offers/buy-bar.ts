/** On phones price and button stay at hand at the foot of the screen as soon as their own place is out of sight. */
export function prepareBuyBar(): void {
  const place = document.querySelector<HTMLElement>('[data-buy]')
  if (!place) return
  new IntersectionObserver(([entry]) =>
    place.toggleAttribute('data-away', entry !== undefined && !entry.isIntersecting),
  ).observe(place)
}

/**
 * Wakes the islands of `client:intent` inside of `[data-wakes]` as soon as the page stands: where input is the whole page nobody
 * should have to touch it first. Astro's own `client:load` would need a script inside of the page, which its policy refuses.
 */
function wake(): void {
  for (const island of document.querySelectorAll('[data-wakes] astro-island'))
    island.dispatchEvent(new Event('touchstart'))
}

// The element and its listeners are there when every script of the page ran.
if (document.readyState === 'complete') wake()
else addEventListener('load', wake, { once: true })

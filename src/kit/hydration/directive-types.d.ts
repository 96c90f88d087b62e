import 'astro'

declare global {
  namespace Astro {
    interface ClientDirectives {
      /** Hydrates at the first pointer, touch, key or focus inside, or at idle for a visitor with a marker cookie. */
      'client:intent'?: boolean
    }
  }
}

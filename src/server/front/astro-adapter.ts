import type { AstroIntegration } from 'astro'

/**
 * Astro as a page renderer inside our own process: `render(path, locals) -> Response`.
 * @astrojs/node's handler wants Node's request and response; the door has neither for a background render,
 * and writes bytes to the socket itself.
 */
export function pageRenderer(): AstroIntegration {
  return {
    name: 'page-renderer',
    hooks: {
      'astro:config:done': ({ setAdapter }) => {
        setAdapter({
          name: 'page-renderer',
          entrypointResolution: 'auto',
          serverEntrypoint: new URL('./astro-entry.ts', import.meta.url),
          adapterFeatures: { buildOutput: 'server', middlewareMode: 'classic' },
          supportedAstroFeatures: {
            serverOutput: 'stable',
            staticOutput: 'stable',
            hybridOutput: 'stable',
            sharpImageService: 'stable',
          },
        })
      },
    },
  }
}

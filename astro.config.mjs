import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { pageRenderer } from './src/server/front/astro-adapter.ts'
import { door } from './src/server/front/dev.ts'
import { keptDigests } from './src/server/front/kept-digests.ts'
import { intentDirective } from './src/ui/client-directives/integration.ts'

/** The script of every page, and what islands share with it: one file, where each would be a request of its own. */
const everyPage =
  /preload-helper|astro-island|\/src\/browser\/device\/(cookies|storage|page)\.ts|\/src\/browser\/(stores\/(marks|page-texts)|api\/page-texts)\.ts|\/src\/ui\/islands\/(page|wake\/\w+|choices|later-styles|when-painted|parts|offline|slider|native-post|header\/(counts|logout|paint)|favorites\/grid)\.ts$/

export default defineConfig({
  output: 'server',
  trailingSlash: 'never',
  server: { port: Number(process.env.PORT ?? 4321) },
  adapter: pageRenderer(),
  integrations: [react({ experimentalDisableStreaming: true }), intentDirective(), door()],
  session: { driver: undefined },
  devToolbar: { enabled: false },
  // Coloured code would need inline styles, which the content security policy refuses.
  markdown: { syntaxHighlight: false },
  build: { inlineStylesheets: 'never' },
  security: {
    // The door checks origins, for pages and API alike; Astro's check would run a second time with its own idea of hosts.
    checkOrigin: false,
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ],
    },
  },
  vite: {
    plugins: [keptDigests()],
    build: { assetsInlineLimit: 0, cssCodeSplit: false },
    environments: {
      client: {
        build: {
          rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'page', test: everyPage }] } } },
        },
      },
    },
  },
})

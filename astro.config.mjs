import { fileURLToPath } from 'node:url'
import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { intentDirective } from './src/kit/hydration/integration.ts'
import {
  islandChunk,
  pageScriptChunk,
  personalChunk,
  reconnectChunk,
  visitorChunk,
} from './src/kit/hydration/page-script-chunk.ts'
import { oneSheet } from './src/platform/build/one-sheet.ts'
import { serverBundle } from './src/platform/build/server-bundle.ts'
import { frontController } from './src/platform/start/dev.ts'
import { kitPage } from './src/shells/showcase/integration.ts'
import { unknownOrigin } from './src/shop/catalogue/seo/server/built-pages.ts'
import { builtSitemapFiles } from './src/shop/catalogue/seo/server/built-sitemaps.ts'

export default defineConfig({
  site: unknownOrigin,
  output: 'server',
  trailingSlash: 'never',
  server: { port: Number(process.env.PORT ?? 4321) },
  // Called by src/platform/http/page/astro-pages.ts.
  adapter: node({ mode: 'middleware', experimentalDisableStreaming: true }),
  integrations: [
    react({ experimentalDisableStreaming: true }),
    intentDirective(),
    kitPage(),
    ...builtSitemapFiles(),
    frontController(),
  ],
  session: false,
  logger: { entrypoint: new URL('./src/platform/http/page/page-log.ts', import.meta.url) },
  devToolbar: { enabled: false },
  // Coloured code would need inline styles, which the content security policy refuses.
  markdown: { syntaxHighlight: false },
  // One sheet for all pages, which browsers keep.
  build: { inlineStylesheets: 'never' },
  // The front controller checks origins, for pages and API alike; Astro's check would have its own idea of hosts.
  security: { checkOrigin: false },
  vite: {
    plugins: [serverBundle(), oneSheet()],
    // tus-js-client brings a parser of addresses for browsers without one. As CommonJS it would also add a file of the
    // bundler's runtime to every page with islands (327 bytes).
    resolve: {
      alias: { 'url-parse': fileURLToPath(new URL('./src/platform/browser/native-url.ts', import.meta.url)) },
    },
    build: { assetsInlineLimit: 0, cssCodeSplit: false, sourcemap: true },
    environments: {
      ssr: {
        build: {
          rolldownOptions: {
            output: {
              // Names stay: errors and logs have them.
              minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
            },
          },
        },
      },
      client: {
        build: {
          sourcemap: false,
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [pageScriptChunk, visitorChunk, reconnectChunk, personalChunk, islandChunk],
              },
            },
          },
        },
      },
    },
  },
})

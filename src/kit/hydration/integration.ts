import type { AstroIntegration } from 'astro'

/** Registers `client:intent`: islands that hydrate when a visitor is about to use them. */
export function intentDirective(): AstroIntegration {
  return {
    name: 'client-intent',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'intent', entrypoint: './src/kit/hydration/intent.ts' })
      },
    },
  }
}

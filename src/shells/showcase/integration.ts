import type { AstroIntegration } from 'astro'

/** The page of the kit, outside the site map: only the front controller's `/kit` leads there (KIT_PAGE). */
export function kitPage(): AstroIntegration {
  return {
    name: 'kit-page',
    hooks: {
      'astro:config:setup': ({ injectRoute }) => {
        injectRoute({ pattern: '/kit', entrypoint: './src/shells/showcase/KitPage.astro' })
      },
    },
  }
}

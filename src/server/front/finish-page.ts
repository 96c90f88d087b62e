import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPageStyles, type PageStyles } from './page-styles.ts'

export interface FinishedPage {
  body: Buffer
  /** The policy with the hash of the style element. */
  contentPolicy: string | undefined
  /** What a browser should fetch before it has read the page: values of Link headers (RFC 8288), fonts first. */
  links: string[]
}

export interface PageFinish {
  /**
   * Puts the styles of the first paint into a page, asks early for its biggest picture, and says what a browser will
   * need first. `kind` is shared by pages that are built alike; pages without the product's sheet stay as they are.
   */
  finish(body: Buffer, page: { kind: string; lang: string; contentPolicy: string | undefined }): FinishedPage
  /** The same for a page of one visitor, who has the sheet: its scripts alone. */
  finishOwn(body: Buffer, contentPolicy: string | undefined): FinishedPage
  /** The links of the last page of that kind: known before a page is rendered. */
  linksOf(kind: string): readonly string[]
}

interface PageScript {
  imports: readonly string[]
  isImportsOnly: boolean
}

const sheetLink = /<link rel="stylesheet" href="(\/_astro\/[\w.-]+\.css)">/
const fontPreload = /<link rel="preload" href="([^"]+)" as="font"/g
const moduleScript = /<script type="module" src="(\/_astro\/[\w.-]+\.js)"><\/script>\n?/g
const staticImport = /\bimport(?:[^"'()]*?from)?\s*["']\.\/([\w.-]+\.js)["']/g
const inlineScript = /<script>([\s\S]*?)<\/script>\n?/g
const styleHashes = /style-src 'self'(?: 'sha256-[^']*')*/
const scriptHashes = /(script-src 'self')(?: 'sha256-[^']*')+/
const firstPicture = /<img\b[^>]*\bfetchpriority="high"[^>]*>/

/** `clientDir` holds the built sheet; it is read when the first page names it. */
export function createPageFinish(clientDir: string): PageFinish {
  const sheets = new Map<string, PageStyles>()
  const scripts = new Map<string, PageScript>()
  const linksByKind = new Map<string, string[]>()
  const digests = new Map<string, { css: string; digest: string }>()

  /** The styles of a kind of page hardly ever change: its last ones are compared, not hashed. */
  function digestOf(kind: string, css: string): string {
    const known = digests.get(kind)
    if (known?.css === css) return known.digest
    const digest = hash('sha256', css, 'base64')
    digests.set(kind, { css, digest })
    return digest
  }

  function stylesOf(address: string): PageStyles {
    let styles = sheets.get(address)
    if (!styles) {
      styles = createPageStyles(readFileSync(join(clientDir, address), 'utf8'))
      sheets.set(address, styles)
    }
    return styles
  }

  function scriptOf(address: string): PageScript {
    let script = scripts.get(address)
    if (!script) {
      const code = readFileSync(join(clientDir, address), 'utf8')
      script = {
        imports: [...code.matchAll(staticImport)].map(([, name]) => `/_astro/${name}`),
        isImportsOnly: code.replaceAll(staticImport, '').replaceAll(/[\s;]/g, '') === '',
      }
      scripts.set(address, script)
    }
    return script
  }

  /**
   * What the scripts of a page import: asked for with them, and not one trip later. As scripts and not as preloads,
   * because browsers without scripts would fetch a preload all the same; a module runs once, whoever names it.
   */
  function importsOf(html: string): string[] {
    return [
      ...new Set([...html.matchAll(moduleScript)].flatMap(([, address = '']) => scriptOf(address).imports)),
    ]
  }

  /** A script that is nothing but imports has been named by them. */
  function withoutImporters(html: string): string {
    return html.replaceAll(moduleScript, (script, address: string) =>
      scriptOf(address).isImportsOnly ? '' : script,
    )
  }

  /** One script for what the page's scripts share, asked for from the head, and none that the page can do without. */
  function withFewerScripts(html: string, at: number): { head: string; rest: string } {
    const modules = importsOf(html).map((name) => `<script type="module" src="${name}"></script>`)
    return { head: modules.join(''), rest: withoutImporters(withoutIslandRuntime(html.slice(at))) }
  }

  return {
    finish(body, { kind, lang, contentPolicy }) {
      const html = body.toString('utf8')
      // What stands in the head is looked for there: the body is twenty times as long.
      const top = html.slice(0, html.indexOf('</head>') + 1 || html.length)
      const found = sheetLink.exec(top)
      const [link, address] = found ?? []
      if (!found || !link || !address) return { body, contentPolicy, links: [] }
      const css = stylesOf(address).forPage(
        `${kind} ${lang}`,
        html,
        lang === 'el' ? ['greek', 'basic'] : ['latin'],
      )
      const picture = pictureOf(html)
      const fonts = fontLinks(top)
      linksByKind.set(`${kind} ${lang}`, fonts)
      const { head, rest } = withFewerScripts(html, found.index + link.length)
      // The page's script asks for the whole sheet when the page stands; without scripts it comes at once.
      const later = `<noscript data-later="${address}">${link}</noscript>`
      const own = `style-src 'self' 'sha256-${digestOf(`${kind} ${lang}`, css)}'`
      const policy = contentPolicy?.replace(rest.includes('<style') ? "style-src 'self'" : styleHashes, own)
      return {
        body: Buffer.from(
          `${html.slice(0, found.index)}${picture?.element ?? ''}<style>${css}</style>${head}${later}${rest}`,
        ),
        contentPolicy: withoutUnused(policy, rest),
        links: [...fonts, ...(picture ? [picture.header] : [])],
      }
    },
    finishOwn(body, contentPolicy) {
      const html = body.toString('utf8')
      const link = sheetLink.exec(html)
      if (!link) return { body, contentPolicy, links: [] }
      const { head, rest } = withFewerScripts(html, link.index)
      return {
        body: Buffer.from(html.slice(0, link.index) + head + rest),
        contentPolicy: withoutUnused(contentPolicy, rest),
        links: [],
      }
    },
    linksOf: (kind) => linksByKind.get(kind) ?? [],
  }
}

/** Where no inline script is left, none is allowed. */
function withoutUnused(policy: string | undefined, html: string): string | undefined {
  return html.includes('<script>') ? policy : policy?.replace(scriptHashes, '$1')
}

/** Astro writes what wakes islands into every page; the script of every page has it, too, and that one is cached. */
function withoutIslandRuntime(html: string): string {
  return html.replaceAll(inlineScript, (script, code: string) => (isIslandRuntime(code) ? '' : script))
}

function isIslandRuntime(code: string): boolean {
  return code.includes('customElements.define("astro-island"') || code.includes('new Event("astro:intent")')
}

function fontLinks(html: string): string[] {
  return [...html.matchAll(fontPreload)].map(
    ([, address]) => `<${address}>; rel=preload; as=font; type="font/woff2"; crossorigin`,
  )
}

/** The picture a page calls its most important one, asked for from the head, in the size the browser will choose. */
function pictureOf(html: string): { element: string; header: string } | undefined {
  const image = firstPicture.exec(html)?.[0]
  const attribute = (name: string) => image && new RegExp(` ${name}="([^"]*)"`).exec(image)?.[1]
  const source = attribute('src')
  if (!source) return undefined
  const [sources, sizes] = [attribute('srcset'), attribute('sizes')]
  const responsive = sources ? ` imagesrcset="${sources}" imagesizes="${sizes ?? '100vw'}"` : ''
  return {
    element: `<link rel="preload" as="image" href="${source}"${responsive} fetchpriority="high">`,
    header: `<${source}>; rel=preload; as=image${sources ? `; imagesrcset="${sources}"; imagesizes="${sizes ?? '100vw'}"` : ''}; fetchpriority=high`,
  }
}

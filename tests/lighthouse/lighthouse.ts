import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { send } from '../support/http-client.ts'
import { startProduct } from '../support/product.ts'
import { type Measured, measure, startBrowser } from './run.ts'
import { type Template, templates } from './templates.ts'

/*
 * `npm run lighthouse`: the built product in production mode with the demo catalogue, each public template loaded cold
 * by Lighthouse on its simulated phone, medians of 5 runs. Exits with 1 when a goal is missed.
 * `--runs 1`, `--only home,search`, `--json`, `--port 4570`, `--data-dir <folder>` (kept; made anew otherwise),
 * `--base http://127.0.0.1:4418` (a product that runs already)
 */

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
    port: { type: 'string', default: '4570' },
    'data-dir': { type: 'string' },
    base: { type: 'string' },
  },
})

const goals: readonly { name: keyof Measured; isMet: (value: number) => boolean; text: string }[] = [
  { name: 'performance', isMet: (value) => value >= 99, text: '>= 99' },
  { name: 'accessibility', isMet: (value) => value === 100, text: '100' },
  { name: 'bestPractices', isMet: (value) => value === 100, text: '100' },
  { name: 'seo', isMet: (value) => value === 100, text: '100' },
  { name: 'lcpMs', isMet: (value) => value <= 1500, text: 'LCP <= 1,500 ms' },
  { name: 'tbtMs', isMet: (value) => value <= 50, text: 'TBT <= 50 ms' },
  { name: 'cls', isMet: (value) => value <= 0.01, text: 'CLS <= 0.01' },
  { name: 'bytes', isMet: (value) => value <= 200_000, text: '<= 200 kB' },
  { name: 'requests', isMet: (value) => value <= 20, text: '<= 20 requests' },
]

const say = (text: string) => process.stderr.write(`${text}\n`)
if (!values.base && !existsSync('dist/server/entry.mjs')) {
  say('There is no build: run `npm run build` first.')
  process.exit(2)
}

const own = values.base === undefined && values['data-dir'] === undefined
const dataDir = values['data-dir'] ?? mkdtempSync(join(tmpdir(), 'aularium-lighthouse-data-'))
if (own) chmodSync(dataDir, 0o711)
const product = values.base
  ? undefined
  : await startProduct({ port: Number(values.port), dataDir, patienceSeconds: 240 })
const base = values.base ?? product?.base ?? ''
const measured: { template: Template; path: string; result: Measured }[] = []
const browser = await startBrowser()
try {
  const only = values.only?.split(',')
  for (const template of templates) {
    if (only && !only.includes(template.name)) continue
    const path = typeof template.path === 'string' ? template.path : await template.path(base)
    if (path === undefined) {
      say(`${template.name}: this product has no such page`)
      continue
    }
    await warm(path)
    const result = await measure(base + path, template, browser.port, Number(values.runs))
    measured.push({ template, path, result })
    say(`${template.name} ${path}: ${missed(result).join(', ') || 'all goals met'}`)
    for (const complaint of result.complaints) say(`    ${complaint}`)
  }
} finally {
  browser.stop()
  await product?.stop()
  if (own) rmSync(dataDir, { recursive: true, force: true })
}
report()
process.exitCode = measured.length > 0 && measured.every(({ result }) => missed(result).length === 0) ? 0 : 1

/** The first visitors of a page make its pictures and its smallest form; the numbers are those of everybody after. */
async function warm(path: string): Promise<void> {
  for (let visitor = 0; visitor < 5; visitor++)
    await send(base, { path, headers: { 'Accept-Encoding': 'br' } })
  const { text } = await send(base, { path })
  const pictures = new Set([...text.matchAll(/\/images\/[\w./-]+/g)].map(([address]) => address))
  for (const picture of pictures)
    await send(base, { path: picture, headers: { Accept: 'image/avif,image/webp,*/*' } })
}

function missed(result: Measured): string[] {
  return goals.flatMap(({ name, isMet, text }) => {
    const value = result[name]
    return typeof value === 'number' && isMet(value) ? [] : [`${name} ${value} (${text})`]
  })
}

function report(): void {
  if (values.json) {
    process.stdout.write(`${JSON.stringify(measured, undefined, 2)}\n`)
    return
  }
  const number = (value: number) => value.toLocaleString('en')
  const lines = measured.map(({ template, result: r }) => {
    const cells = [
      `${r.performance} / ${r.accessibility} / ${r.bestPractices} / ${r.seo}`,
      `${number(r.lcpMs)} ms`,
      `${number(r.tbtMs)} ms`,
      String(r.cls),
      `${number(Math.round(r.bytes / 1000))} kB`,
      String(r.requests),
      missed(r).length === 0 ? 'yes' : '**no**',
    ]
    return `| ${template.name} | ${cells.join(' | ')} |`
  })
  process.stdout.write(
    `\n${new Date().toISOString().slice(0, 10)}, Lighthouse mobile, medians of ${values.runs} runs\n\n` +
      '| page | performance / accessibility / best practices / SEO | LCP | TBT | CLS | bytes | requests | met |\n' +
      `|---|---|---|---|---|---|---|---|\n${lines.join('\n')}\n`,
  )
}

import { expect, it } from 'vitest'
import { renderedBody } from './rendered-body.ts'

it('takes out the style that Astro puts where HTML allows none, and nothing else', async () => {
  const html = '<p>ä<style>astro-island,astro-slot{display:contents}</style><b>ω</b></p><style>p{}</style>'
  const body = await renderedBody(new Response(html))
  expect(body.toString()).toBe('<p>ä<b>ω</b></p><style>p{}</style>')
  expect((await renderedBody(new Response('<p>x</p>'))).toString()).toBe('<p>x</p>')
})

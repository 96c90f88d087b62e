import { expect, test } from 'vitest'
import { contentPolicy } from './content-policy.ts'

test('scripts are files; styles are files or known by their hash', () => {
  expect(contentPolicy()).toContain("script-src 'self'; style-src 'self'; ")
  // As `printf 'p{}' | openssl dgst -sha256 -binary | base64` says.
  expect(contentPolicy({ styles: ['p{}'] })).toContain(
    "style-src 'self' 'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y=';",
  )
})

test('a party whose fields stand on one page is let in there, and nowhere else', () => {
  const guests = {
    ...{
      scripts: ['https://js.pay.example'],
      frames: ['https://js.pay.example', 'https://hooks.pay.example'],
    },
    calls: ['https://api.pay.example'],
  }
  const policy = contentPolicy({ guests })
  expect(policy).toContain("script-src 'self' https://js.pay.example;")
  expect(policy).toContain('frame-src https://js.pay.example https://hooks.pay.example;')
  expect(policy).toContain("connect-src 'self' https://api.pay.example")
  expect(contentPolicy()).not.toMatch(/frame-src|connect-src/)
})

test('forms lead to our own pages, on an author’s domain also to the main site', () => {
  expect(contentPolicy()).toContain("form-action 'self';")
  expect(contentPolicy({ formOrigin: 'https://main.example' })).toContain(
    "form-action 'self' https://main.example;",
  )
})

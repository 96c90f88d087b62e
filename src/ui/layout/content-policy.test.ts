import { expect, test } from 'vitest'
import { contentPolicy } from './content-policy.ts'

test('scripts are files; styles are files or known by their hash', () => {
  expect(contentPolicy()).toContain("script-src 'self'; style-src 'self'; ")
  // As `printf 'p{}' | openssl dgst -sha256 -binary | base64` says.
  expect(contentPolicy({ styles: ['p{}'] })).toContain(
    "style-src 'self' 'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y=';",
  )
})

test('forms lead to our own pages, on an author’s domain also to the main site', () => {
  expect(contentPolicy()).toContain("form-action 'self';")
  expect(contentPolicy({ formOrigin: 'https://main.example' })).toContain(
    "form-action 'self' https://main.example;",
  )
})

import { expect, test } from 'vitest'
import { emailHashes } from './email-hashes.ts'

test('an address is hashed in small letters, as services ask for it', () => {
  // md5sum and sha256sum of ada@schule.example.
  expect(emailHashes(' Ada@Schule.Example ')).toEqual({
    md5: '7cbcc21d5d9c86b8ec93435adf4b82ed',
    sha256: '8abf48a215bb954ae479318da6590069330febc92f1eacf0332d4100479f1bf8',
  })
})
